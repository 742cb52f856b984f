package io.grape.core.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.grape.core.GrapeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AckLevelTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"", "none", "replica", "replica:", "replica:0", "replica:10", "replica:-1", "Disk", "disk "})
    void onlyTheLevelsThatExistAreTaken(String level) {
        assertThatExceptionOfType(GrapeException.class)
                .isThrownBy(() -> AckLevel.parse(level))
                .satisfies(failure -> assertThat(failure.detail())
                        .isEqualTo("ack: expected memory, disk or replica:1 to replica:9, got '" + level + "'"));
    }

    @Test
    void memoryAndDiskAreThePrimarysWord() {
        assertThat(AckLevel.parse("memory")).isEqualTo(AckLevel.parse("disk")).isEqualTo(AckLevel.PRIMARY);
    }
}
