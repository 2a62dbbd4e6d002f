/**
 * What a person runs: simulations for Gatling, the report, the simulated server, and the gates for
 * Failsafe. Nobody imports this package; it imports all others, and it alone wires them.
 */
@NullMarked
package org.gatlingllm;

import org.jspecify.annotations.NullMarked;
