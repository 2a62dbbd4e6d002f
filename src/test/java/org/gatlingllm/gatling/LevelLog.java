package org.gatlingllm.gatling;

import io.gatling.core.CoreComponents;
import io.gatling.core.actor.ActorRef;
import io.gatling.core.stats.DataWritersStatsEngine;
import io.gatling.core.stats.StatsEngine;
import io.gatling.core.stats.writer.DataWriterMessage;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.gatlingllm.log.StreamLogWriter;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Where what happens in a level is kept. What belongs in no log goes nowhere, but by the same way:
 * were it left out, the compiler would take the way for one that nobody goes, and throw its work
 * away in the first level that does.
 *
 * @param streams {@code streams.jsonl}
 * @param stats Gatling's log
 * @param ordinals numbers the streams
 */
record LevelLog(StreamLogWriter streams, StatsEngine stats, AtomicLong ordinals) {
  /** Gatling's own, which tells nobody. */
  static StatsEngine unread(CoreComponents core) {
    Seq<ActorRef<DataWriterMessage>> nobody =
        CollectionConverters.asScala(List.<ActorRef<DataWriterMessage>>of()).toSeq();
    return new DataWritersStatsEngine(nobody, core.actorSystem(), core.clock());
  }
}
