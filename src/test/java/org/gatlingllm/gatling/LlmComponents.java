package org.gatlingllm.gatling;

import io.gatling.core.CoreComponents;
import io.gatling.core.config.GatlingConfiguration;
import io.gatling.core.protocol.Protocol;
import io.gatling.core.protocol.ProtocolComponents;
import io.gatling.core.protocol.ProtocolKey;
import io.gatling.core.session.Session;
import org.jspecify.annotations.Nullable;
import scala.Function1;
import scala.runtime.BoxedUnit;

/** Gatling's way to state that lives as long as one run: the {@link LlmRun}. */
record LlmComponents(LlmRun run) implements ProtocolComponents {
  /** Under which Gatling keeps it. */
  static final ProtocolKey<LlmProtocol, LlmComponents> KEY = new Key();

  @Override
  public Function1<Session, Session> onStart() {
    return session -> session;
  }

  @Override
  public Function1<Session, BoxedUnit> onExit() {
    return session -> BoxedUnit.UNIT;
  }

  private static final class Key implements ProtocolKey<LlmProtocol, LlmComponents> {
    @Override
    @SuppressWarnings({"unchecked", "rawtypes"}) // Gatling itself casts to Class<Protocol> here
    public Class<Protocol> protocolClass() {
      return (Class) LlmProtocol.class;
    }

    @Override
    public LlmProtocol defaultProtocolValue(GatlingConfiguration configuration) {
      return LlmProtocol.standard();
    }

    /** Asked once a run; the function then once a population: all of them share one run. */
    @Override
    public Function1<LlmProtocol, LlmComponents> newComponents(CoreComponents core) {
      return new Function1<>() {
        private @Nullable LlmComponents components;

        @Override
        public synchronized LlmComponents apply(LlmProtocol protocol) {
          if (components == null) {
            components = new LlmComponents(LlmRun.open(protocol, core));
            protocol.run(components.run());
          }
          return components;
        }
      };
    }
  }
}
