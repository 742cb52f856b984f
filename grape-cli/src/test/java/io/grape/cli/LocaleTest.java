package io.grape.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.Job;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * cron, systemd and slim images start programs in a POSIX locale, in which Java reads arguments, file names and variables as ASCII.
 * The command lines come from a script, because this JVM may have such a locale itself.
 */
@GrapeTest
@Tag("slow")
class LocaleTest {
    private static final Tube<String> TUBE = Tube.of("orders", Codec.text());

    private final String url;
    private final Grape grape;

    @TempDir
    Path directory = Path.of("");

    LocaleTest(TestBroker broker) {
        url = broker.uri().toString();
        grape = broker.client();
    }

    /** What a script did. */
    private record Ran(int code, String out, String err) {
        Ran ok() {
            assertThat(code).as(err).isZero();
            assertThat(err).isEmpty();
            return this;
        }
    }

    /** A launcher whose jar needs no build. */
    @BeforeEach
    void layOutLauncher() throws IOException {
        Path clone = Path.of("..").toAbsolutePath().normalize();
        Files.copy(clone.resolve("grape"), directory.resolve("grape"));
        Path tools = Files.createDirectory(directory.resolve("tools"));
        for (String name : List.of("archive.sh", "debian.sh", "engine.sh", "tests.sh")) {
            Files.copy(clone.resolve("tools").resolve(name), tools.resolve(name));
        }
        Files.writeString(directory.resolve("pom.xml"), "");
        Path run = Files.createDirectories(directory.resolve("grape-cli/target/run-cli"));
        Files.copy(Path.of("target/grape-cli.jar"), run.resolve("grape-cli.jar"));
        Files.writeString(run.resolve("built"), "");
    }

    /** Runs lines of bash, in which {@code jar} is the jar and {@code ./grape} the launcher. */
    private Ran bash(String locale, String lines) throws IOException, InterruptedException {
        String jar = "jar() { '%s/bin/java' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -jar '%s' \"$@\"; }\n"
                .formatted(
                        System.getProperty("java.home"),
                        Path.of("target/grape-cli.jar").toAbsolutePath());
        Path script = Files.writeString(directory.resolve("script"), jar + lines + "\n");
        ProcessBuilder builder = new ProcessBuilder("bash", script.toString())
                .directory(directory.toFile())
                .redirectOutput(directory.resolve("out").toFile())
                .redirectError(directory.resolve("err").toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("LC_") || name.startsWith("LANG"));
        if (!locale.isEmpty()) {
            builder.environment().put("LC_ALL", locale);
        }
        builder.environment().put("GRAPE_URL", url);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("XDG_CONFIG_HOME", directory.toString());
        int code = builder.start().waitFor();
        return new Ran(code, text("out"), text("err"));
    }

    private String text(String file) throws IOException {
        return new String(Files.readAllBytes(directory.resolve(file)), UTF_8);
    }

    private Job<String> job(String id) {
        return grape.peek(TUBE, id).orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"POSIX", "C", "", "C.UTF-8"})
    void launcherPassesArgumentsAndFileNamesAsUtf8InEveryLocale(String locale) throws Exception {
        bash(locale, """
                ./grape produce orders 付款 --id 订单 -o ndjson
                echo 内容 > 文件
                ./grape produce orders @文件 --id 客户 -o ndjson
                """).ok();
        assertThat(job("订单").bytes()).isEqualTo("付款".getBytes(UTF_8));
        assertThat(job("客户").bytes()).isEqualTo("内容\n".getBytes(UTF_8));
    }

    @Test
    void launcherPassesStandardInputProfilesAndApplyFilesAsUtf8() throws Exception {
        Ran ran = bash("POSIX", """
                unset GRAPE_URL
                export XDG_CONFIG_HOME=$PWD/配置 && mkdir -p "$XDG_CONFIG_HOME/grape"
                printf 'profiles: {生产: {url: "%s"}}' > "$XDG_CONFIG_HOME/grape/config.yaml"
                export GRAPE_PROFILE=生产
                echo '{"id":"订单","payload":"付款"}' | ./grape produce orders --ndjson -o ndjson || exit
                printf 'tubes: {orders: {gates: {g: {match: {label: a}, mode: hold, reason: 维护}}}}' > 管道.yaml
                ./grape apply -f 管道.yaml || exit
                ./grape gate ls orders -o ndjson || exit
                ./grape export orders --out 导出 -o ndjson || exit
                ./grape import orders 导出 -o ndjson
                """.formatted(url));
        assertThat(ran.code).as(ran.err).isZero();
        assertThat(ran.out).contains("维护", "\"existed\":1");
        assertThat(job("订单").bytes()).isEqualTo("\"付款\"".getBytes(UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"POSIX", ""})
    void commandsOfExecGetTheirVariablesAsUtf8(String locale) throws Exception {
        grape.produce(TUBE, NewJob.of("x").id("订单"));
        Ran ran = bash(locale, """
                ./grape consume orders --wait 30s --exec 'echo "收到 $GRAPE_JOB_ID" > 结果'
                cat 结果
                """).ok();
        assertThat(ran.out).isEqualTo("收到 订单\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"POSIX", "C", ""})
    void jarRefusesWhatItsLocaleCannotRepresent(String locale) throws Exception {
        for (String line : List.of(
                "jar produce orders x --id 订单",
                "GRAPE_TOKEN=密码 jar ls",
                "XDG_CONFIG_HOME=$PWD/配置 jar ls",
                "jar consume orders --wait 1s --exec true")) {
            Ran ran = bash(locale, line);
            assertThat(ran.code).as(line).isEqualTo(2);
            assertThat(ran.err).as(line).contains("LC_ALL=C.UTF-8").hasLineCount(1);
        }
        assertThat(grape.tubes().status("orders")).isEmpty();
        bash(locale, "jar produce orders x --id a -o ndjson").ok();
    }

    @Test
    void bytesThatAreNotUtf8AreRefusedInAUtf8Locale() throws Exception {
        for (String program : List.of("jar", "./grape")) {
            Ran ran = bash("C.UTF-8", program + " produce orders x --id $'\\xe9'");
            assertThat(ran.code).isEqualTo(2);
            assertThat(ran.err).contains("argument 5: expected UTF-8").hasLineCount(1);
        }
    }
}
