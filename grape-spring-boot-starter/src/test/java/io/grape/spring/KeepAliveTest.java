package io.grape.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.Codec;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Configuration;

/** Applications without a web server, each in a JVM of its own. */
@Tag("slow")
@GrapeTest
class KeepAliveTest {
    private static final Tube<String> PRINTS = Tube.of("prints", Codec.text());
    private static final String STARTED = "main has ended";

    @TempDir
    private Path directory;

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(GrapeAutoConfiguration.class)
    static class Application {
        @GrapeHandler("prints")
        void print(String text) {
            System.out.println("printed " + text);
        }

        public static void main(String[] args) {
            SpringApplication application = new SpringApplication(Application.class);
            application.setWebApplicationType(WebApplicationType.NONE);
            application.run(args);
            System.out.println(STARTED);
        }
    }

    private Process start(TestBroker broker, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Application.class.getName(),
                "--grape.brokers=" + broker.uri()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output").toFile())
                .start();
    }

    private String output() {
        try {
            return Files.readString(directory.resolve("output"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void workerKeepsTheApplicationRunningUntilItIsStopped(TestBroker broker) throws IOException, InterruptedException {
        Process application = start(broker);
        try {
            await().atMost(Contexts.PATIENCE).until(() -> output().contains(STARTED));
            // A JVM without such a thread ends as soon as main has returned.
            assertThat(application.waitFor(2, TimeUnit.SECONDS)).as(output()).isFalse();
            broker.client().produce(PRINTS, NewJob.of("8812"));
            await().atMost(Contexts.PATIENCE).until(() -> output().contains("printed 8812"));
            application.destroy();
            assertThat(application.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            application.destroyForcibly();
        }
    }

    @Test
    void applicationMayEndWithItsMainMethod(TestBroker broker) throws IOException, InterruptedException {
        Process application = start(broker, "--grape.worker.keep-alive=false");
        try {
            assertThat(application.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(output()).contains(STARTED);
        } finally {
            application.destroyForcibly();
        }
    }
}
