package org.gatlingllm;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

/** What may see what. The picture is in the README. */
final class ArchitectureTest {
  private static final String ROOT = "org.gatlingllm";
  private static final JavaClasses ALL = new ClassFileImporter().importPackages(ROOT);

  private static final DescribedPredicate<JavaClass> TESTS =
      new DescribedPredicate<>("tests and what they share") {
        @Override
        public boolean test(JavaClass type) {
          return type.getName()
              .matches(".*(Test|IT|Laws|Golden|Resolver|Sample\\w*|Jmh\\w*|Bench)(\\$.*)?");
        }
      };

  @Test
  void packagesLookDownOnly() {
    layeredArchitecture()
        .consideringOnlyDependenciesInAnyPackage(ROOT + "..")
        .layer("metric")
        .definedBy(ROOT + ".metric..")
        .layer("stream")
        .definedBy(ROOT + ".stream..")
        .layer("server")
        .definedBy(ROOT + ".server..")
        .layer("engine")
        .definedBy(ROOT + ".engine..")
        .layer("log")
        .definedBy(ROOT + ".log..")
        .layer("analysis")
        .definedBy(ROOT + ".analysis..")
        .optionalLayer("gate")
        .definedBy(ROOT + ".gate..")
        .layer("report")
        .definedBy(ROOT + ".report..")
        .layer("gatling")
        .definedBy(ROOT + ".gatling..")
        .layer("root")
        .definedBy(ROOT, ROOT + ".bench..")
        .whereLayer("root")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("report")
        .mayOnlyBeAccessedByLayers("root")
        .whereLayer("gatling")
        .mayOnlyBeAccessedByLayers("root")
        .whereLayer("gate")
        .mayOnlyBeAccessedByLayers("report", "root")
        .whereLayer("analysis")
        .mayOnlyBeAccessedByLayers("gate", "report", "root")
        .whereLayer("log")
        .mayOnlyBeAccessedByLayers("gatling", "root")
        .whereLayer("engine")
        .mayOnlyBeAccessedByLayers("gatling", "root")
        .whereLayer("stream")
        .mayOnlyBeAccessedByLayers("gatling", "root")
        .whereLayer("server")
        .mayOnlyBeAccessedByLayers("root")
        .check(ALL);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(ALL);
  }

  @Test
  void onlyThePluginSeesGatlingsScalaCore() {
    noClasses()
        .that(not(resideInAPackage(ROOT + ".gatling..")))
        // builds actions by hand, to see them refused
        .and(not(JavaClass.Predicates.simpleNameStartingWith("FeatureSimulation")))
        // Gatling's own sse(), to be measured against: its Java DSL hands out the Scala message
        .and(not(JavaClass.Predicates.simpleNameStartingWith("SseSimulation")))
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                "scala..",
                "io.gatling.core..",
                "io.gatling.commons..",
                "io.gatling.http..",
                "io.gatling.shared.."))
        .check(ALL);
  }

  @Test
  void onlyPluginAndRootSeeGatling() {
    noClasses()
        .that(not(resideInAnyPackage(ROOT + ".gatling..", ROOT + ".bench..", ROOT)))
        .should()
        .dependOnClassesThat(resideInAPackage("io.gatling.."))
        .check(ALL);
  }

  @Test
  void onlyServerAndPluginSeeNetty() {
    noClasses()
        .that(not(resideInAnyPackage(ROOT + ".gatling..", ROOT + ".server..", ROOT + ".bench..")))
        .should()
        .dependOnClassesThat(resideInAPackage("io.netty.."))
        .check(ALL);
  }

  @Test
  void numbersAreMadeWithoutFilesSocketsAndClocks() {
    noClasses()
        .that(resideInAnyPackage(ROOT + ".metric..", ROOT + ".analysis.."))
        .and(not(TESTS))
        .should()
        .dependOnClassesThat(resideInAnyPackage("java.io..", "java.nio.file..", "java.net.."))
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .check(ALL);
  }

  @Test
  void whatRunsDoesNotSeeTheTestLibraries() {
    noClasses()
        .that(not(TESTS))
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("org.junit..", "org.assertj..", "com.tngtech.archunit.."))
        .check(ALL);
  }

  @Test
  void namesSayWhatAThingIs() {
    noClasses()
        .should()
        .haveNameMatching(".*(Util|Utils|Helper|Manager|Impl)(\\$.*)?")
        .orShould()
        .resideInAnyPackage("..util..", "..common..", "..impl..", "..core..")
        .check(ALL.that(resideInAPackage(ROOT + "..")));
  }
}
