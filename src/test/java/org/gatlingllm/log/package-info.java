/**
 * The files of a run: Gatling's own {@code simulation.log}, which is only read, and our {@code
 * streams.jsonl}.
 *
 * <p><b>Why read {@code simulation.log} at all.</b> It is the witness that is not ours: who ran
 * when, what ended well and what did not. Latencies come from {@code streams.jsonl}, which has the
 * nanoseconds; this log has whole milliseconds. The number of requests in flight over time, which
 * Little's law is checked against, comes from this log and from nowhere else.
 *
 * <p><b>Why a reader of our own.</b> Gatling's refuses every version but its own and needs an
 * injector's class path. Ours uses no class of Gatling, reads 3.13 to 3.15, and takes a log whose
 * end is missing, since a run that was killed leaves one.
 *
 * <p><b>Units.</b> Times of {@code simulation.log} are milliseconds since the epoch, suffix {@code
 * Millis}: one of the two places where milliseconds exist. Places in a file are byte offsets from
 * 0.
 *
 * <p><b>Threads.</b> Reading is confined to the thread that calls; records are immutable and may go
 * anywhere.
 */
@NullMarked
package org.gatlingllm.log;

import org.jspecify.annotations.NullMarked;
