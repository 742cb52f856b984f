package io.grape.server.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.command.Words;
import io.grape.server.migration.ImportCommand.Act;
import java.util.ArrayList;
import java.util.List;
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

    private static ImportCommand word(String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.add(0, ImportCommand.NAME);
        return ImportCommand.of(Words.read(List.of(ImportCommand.word()), all).subcommand());
    }
}
