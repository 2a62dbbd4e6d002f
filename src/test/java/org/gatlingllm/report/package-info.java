/**
 * From numbers to what people read: console, Markdown, JSON, CSV, pictures. One class a format.
 *
 * <p>Every format is a pure function from {@link org.gatlingllm.analysis.RunAnalysis} to text or
 * bytes. The files of a report are made from what its {@code report.json} says ({@link
 * org.gatlingllm.report.Reported}), be it of a run just over or of an old one, so that they are the
 * same whenever they are made; {@code requests.csv} alone takes the run itself. Times are
 * nanoseconds until {@link org.gatlingllm.report.Quantity} turns them into what is shown; no other
 * class rounds a number that a person reads. What was not measured is a dash, an empty cell or a
 * missing key, never 0.
 *
 * <p>Every text here may come from a server, a setting or a label, so each format has its own way
 * of making it harmless: {@code OneLine} for terminals, {@code MarkdownText} for GitHub, {@code
 * SafeCell} for spreadsheets.
 *
 * <p>All classes are stateless and may be used from any thread.
 */
@NullMarked
package org.gatlingllm.report;

import org.jspecify.annotations.NullMarked;
