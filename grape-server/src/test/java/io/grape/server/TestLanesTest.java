package io.grape.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ./grape test} tells at its end, from reports in the form that Surefire writes them. */
class TestLanesTest {
    private static final Path TOOLS = Path.of("..", "tools", "tests.sh").toAbsolutePath();

    @TempDir
    private Path root;

    @BeforeEach
    void oneModuleWithOneFailedAndOneFlakyTest() throws IOException {
        Path reports = Files.createDirectories(root.resolve("grape-core/target/surefire-reports"));
        Files.writeString(reports.resolve("TEST-io.grape.ATest.xml"), """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuite name="io.grape.ATest" time="0.1" tests="5" errors="0" skipped="1" failures="1" flakes="1">
                  <properties/>
                  <testcase name="good" classname="io.grape.ATest" time="0.1">
                    <system-out><![CDATA[<testsuite tests="9" failures="9">]]></system-out>
                  </testcase>
                  <testcase name="good again" classname="io.grape.ATest" time="0.1"/>
                  <testcase name="left out" classname="io.grape.ATest" time="0.1">
                    <skipped/>
                  </testcase>
                  <testcase name="bad(String)[&lt;1&gt;]" classname="io.grape.ATest" time="0.1">
                    <failure message="m" type="java.lang.AssertionError"><![CDATA[java.lang.AssertionError: what was wrong

                	at java.base/java.lang.Thread.run(Thread.java:1)
                	at io.grape.ATest.bad(ATest.java:14)
                ]]></failure>
                    <rerunFailure message="m" type="java.lang.AssertionError">
                      <stackTrace><![CDATA[java.lang.AssertionError: the second time
                ]]></stackTrace>
                    </rerunFailure>
                  </testcase>
                  <testcase name="once" classname="io.grape.ATest" time="0.1">
                    <flakyError message="m" type="java.lang.IllegalStateException">
                      <stackTrace><![CDATA[java.lang.IllegalStateException: only at first
                ]]></stackTrace>
                    </flakyError>
                  </testcase>
                </testsuite>
                """);
    }

    private String told(String command) throws IOException, InterruptedException {
        Process bash = new ProcessBuilder(
                        "bash", "-c", "root=$1; . $2; find_reports; " + command, "bash", "" + root, "" + TOOLS)
                .redirectErrorStream(true)
                .start();
        String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).as(out).isZero();
        return out;
    }

    @Test
    void flakyTestsCountAsPassedAndAreCountedApart() throws Exception {
        assertThat(told("count_tests")).isEqualTo("3 1 1 1\n");
    }

    @Test
    void namesSayHowItWentAndInWhichModule() throws Exception {
        assertThat(told("tell_failures names"))
                .isEqualTo("FAILED grape-core io.grape.ATest.bad(String)[<1>]\nFLAKY grape-core io.grape.ATest.once\n");
    }

    @Test
    void detailsHaveTheFirstMessageAndOurOwnFrames() throws Exception {
        assertThat(told("tell_failures ''"))
                .contains("what was wrong", "ATest.java:14", "only at first")
                .doesNotContain("Thread.java", "the second time");
    }

    @Test
    void reportListsTheTwentySlowestClasses() throws Exception {
        Path reports = Files.createDirectories(root.resolve("grape-client/target/surefire-reports"));
        for (int i = 1; i <= 20; i++) {
            Files.writeString(
                    reports.resolve("TEST-" + i + ".xml"),
                    String.format(
                            Locale.ROOT,
                            "<testsuite name=\"io.grape.B%d\" time=\"1,%03d.06\" tests=\"1\">\n</testsuite>",
                            i,
                            i));
        }
        assertThat(told("tell_slowest").lines())
                .hasSize(20)
                .startsWith("1020.1 s grape-client io.grape.B20", "1019.1 s grape-client io.grape.B19")
                .endsWith("1001.1 s grape-client io.grape.B1");
    }

    @Test
    void aMachineWithoutNpmIsTold() throws Exception {
        assertThat(told("say() { echo \"$*\"; }; has() { false; }; check_with_npm"))
                .startsWith("SKIPPED: npm");
    }

    @Test
    void whatALinterFindsFailsTheRun() throws Exception {
        Path programs = Files.createDirectories(root.resolve("target/lint/node_modules/.bin"));
        Files.writeString(programs.resolve("eslint"), "#!/bin/sh\n");
        Files.writeString(programs.resolve("redocly"), "#!/bin/sh\necho a fault; exit 1\n");
        assertThat(told("chmod +x $root/target/lint/node_modules/.bin/*;"
                        + " say() { echo \"$*\"; }; need_linters() { true; }; faults=() seed=7;"
                        + " count_tests() { echo 5 0 0 0; }; check_with_npm; tell_end || echo failed"))
                .startsWith("a fault\nRedocly found faults in openapi.json\n")
                .endsWith("""
                        FAILED: Redocly found faults in openapi.json
                        5 passed, 0 failed, 0 skipped, 0 flaky, -Dgrape.seed=7
                        failed
                        """);
    }

    @Test
    void theSeedIsFixedWhereCiIsSet() throws Exception {
        assertThat(told("CI=true; lane=default; choose_seed; echo $seed")).isEqualTo("20260101\n");
        assertThat(told("CI=true; lane=default; choose_seed -Dtest=A -Dgrape.seed=7; echo $seed"))
                .isEqualTo("7\n");
    }
}
