package io.grape.cli.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.ErrorCode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The table of exit codes in {@code docs/cli.md} has each code, in the right row. */
class ExitCodeTest {
    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void isDocumented(ErrorCode code) throws Exception {
        assertThat(Files.readString(Path.of("../docs/cli.md")).lines())
                .anyMatch(line -> line.startsWith("| " + ExitCode.of(code) + " |") && line.contains("`" + code + "`"));
    }
}
