package io.grape.server.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.command.Words;
import io.grape.server.migration.ImportCommand.Act;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ImportCommandTest {
    @Test
    void wordsThatAreNotRightAreRefusedByName() {
        assertThatThrownBy(() -> word()).hasMessageContaining("--from: expected the URI");
        assertThatThrownBy(() -> word("--from"))
                .hasMessageContaining("--from: expected the URI of the old Redis, got nothing");
        assertThatThrownBy(() -> word("--from=redis://h", "--dry-run", "--forget"))
                .hasMessageContaining("--dry-run: expected alone");
        assertThat(word("--from", "redis://h", "--dry-run")).isEqualTo(new ImportCommand("redis://h", "", Act.DRY_RUN));
        assertThat(word("--from=redis://h", "--from-namespace", "old", "--forget"))
                .isEqualTo(new ImportCommand("redis://h", "old", Act.FORGET));
    }

    @Test
    void theOldRedisMayStandInTheEnvironment() {
        assertThat(word(Map.of("GRAPE_FROM", "redis://:secret@h")))
                .isEqualTo(new ImportCommand("redis://:secret@h", "", Act.IMPORT));
        assertThat(word(Map.of("GRAPE_FROM", "redis://h"), "--from=redis://i").from())
                .isEqualTo("redis://i");
    }

    private static ImportCommand word(String... args) {
        return word(Map.of(), args);
    }

    private static ImportCommand word(Map<String, String> environment, String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.add(0, ImportCommand.NAME);
        return ImportCommand.of(Words.read(List.of(ImportCommand.word()), all).subcommand(), environment);
    }
}
