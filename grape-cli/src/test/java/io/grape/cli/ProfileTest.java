package io.grape.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where words find the brokers and the token. */
class ProfileTest {
    @TempDir
    Path config = Path.of("");

    private Shell shell = new Shell(Map.of(), false);

    @BeforeEach
    void write() throws IOException {
        file("""
                profile: staging
                profiles:
                  staging:
                    url: http://staging:1
                    token: of-staging
                  prod:
                    url: http://prod:1
                """);
        shell = new Shell(Map.of("XDG_CONFIG_HOME", config.toString(), "HOME", "/nonexistent"), false);
    }

    private void file(String text) throws IOException {
        Path directory = Files.createDirectories(config.resolve("grape"));
        Files.writeString(directory.resolve("config.yaml"), text);
    }

    private static String called(Shell shell, String... more) {
        String[] args = new String[more.length + 4];
        System.arraycopy(more, 0, args, 4, more.length);
        args[0] = "peek";
        args[1] = "orders";
        args[2] = "a";
        args[3] = "--curl";
        return shell.run(args).ok().out();
    }

    @Test
    void theFileNamesTheUsualProfile() {
        assertThat(called(shell))
                .contains("http://staging:1", "Bearer $GRAPE_TOKEN")
                .doesNotContain("of-staging");
    }

    @Test
    void theEnvironmentWinsOverTheUsualProfile() {
        assertThat(called(shell.with("GRAPE_URL", "http://env:1"))).contains("http://env:1");
        assertThat(called(shell.with("GRAPE_PROFILE", "prod")))
                .contains("http://prod:1")
                .doesNotContain("Bearer");
    }

    @Test
    void aProfileThatWasAskedForWinsOverTheEnvironment() {
        assertThat(called(shell.with("GRAPE_URL", "http://env:1"), "--profile", "prod"))
                .contains("http://prod:1");
    }

    @Test
    void optionsWinOverAll() {
        assertThat(called(shell, "--profile", "prod", "--url", "http://option:1/base"))
                .contains("http://option:1/base/v1/tubes");
    }

    @Test
    void withoutAFileItIsThisMachine() throws IOException {
        Files.delete(config.resolve("grape/config.yaml"));
        assertThat(called(shell)).contains("http://localhost:9521/");
        assertThat(shell.run("peek", "orders", "a", "--profile", "prod").err())
                .isEqualTo("grape: profile prod: expected the file " + config.resolve("grape/config.yaml")
                        + ", found none\n");
    }

    @Test
    void whatIsWrongInTheFileIsUsage() throws IOException {
        assertThat(shell.run("peek", "orders", "a", "--profile", "test").err())
                .contains("expected one of [staging, prod]");
        file("profiles:\n  a:\n    tokne: secret\n");
        Shell.Result unknown = shell.run("peek", "orders", "a", "--profile", "a");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("expected url and token, got tokne").doesNotContain("secret");
        file("profiles: [secret\n");
        Shell.Result broken = shell.run("peek", "orders", "a");
        assertThat(broken.code()).isEqualTo(2);
        assertThat(broken.err()).hasLineCount(1).contains("expected YAML").doesNotContain("secret");
    }

    @Test
    void aWrongAddressIsUsage() {
        Shell.Result result = shell.run("peek", "orders", "a", "--url", "localhost:9521");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).hasLineCount(1).contains("expected such as http://host:9521");
    }

    @Test
    void aProfilesTokenIsForItsAddressesAlone() {
        assertThat(called(shell, "--url", "http://option:1")).doesNotContain("Bearer");
        assertThat(called(shell.with("GRAPE_URL", "http://env:1"))).doesNotContain("Bearer");
        assertThat(called(shell, "--profile", "staging", "--url", "http://option:1"))
                .doesNotContain("Bearer");
        assertThat(called(shell.with("GRAPE_URL", "http://env:1"), "--profile", "staging"))
                .contains("http://staging:1", "Bearer");
        assertThat(called(shell.with("GRAPE_TOKEN", "of-env"), "--url", "http://option:1"))
                .contains("Bearer");
    }

    @Test
    void aTokenWithoutAddressesIsForThisMachine() throws IOException {
        file("profiles:\n  local:\n    token: of-local\n");
        assertThat(called(shell, "--profile", "local")).contains("http://localhost:9521/", "Bearer");
        assertThat(called(shell.with("GRAPE_URL", "http://env:1"), "--profile", "local"))
                .contains("http://env:1")
                .doesNotContain("Bearer");
    }
}
