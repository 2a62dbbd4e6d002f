package org.gatlingllm.gate;

/**
 * An amount.
 *
 * @param amount of units of the currency
 * @param currency as the user writes it: {@code USD}, {@code €}
 */
public record Money(double amount, String currency) {}
