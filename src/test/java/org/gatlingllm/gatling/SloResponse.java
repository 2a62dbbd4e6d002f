package org.gatlingllm.gatling;

/**
 * One verdict on an objective, as it goes into Gatling's log.
 *
 * @param name of the objective
 * @param failed whether it turns the run red
 * @param message why, for Gatling's error table
 */
public record SloResponse(String name, boolean failed, String message) {}
