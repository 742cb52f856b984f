package io.grape.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.harness.Samples;
import io.grape.outbox.TestDatabase;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shop of src/samples is an application of its own, on Spring Boot 4, with PostgreSQL. */
@Tag("long")
class ShopSampleTest {
    @Test
    void itsTestsPass(@TempDir Path directory, @TempDir Path shop) throws IOException {
        TestDatabase.POSTGRESQL.assumeInstalled();
        Samples samples = Samples.with(
                directory,
                Path.of("..").toAbsolutePath().normalize(),
                "grape-junit,grape-outbox,grape-spring-boot-starter");
        Samples.copy(Path.of("src", "samples", "shop"), shop);
        Samples.Run run = samples.maven(shop, "package", "-Dspring.datasource.url=" + TestDatabase.POSTGRESQL.url());
        assertThat(run.output()).contains("Tests run: 4, Failures: 0, Errors: 0, Skipped: 0\n");
        assertThat(run.status()).as(run.output()).isZero();
    }
}
