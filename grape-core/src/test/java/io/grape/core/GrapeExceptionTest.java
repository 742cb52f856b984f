package io.grape.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GrapeExceptionTest {
    private static String shown(String got) {
        return GrapeException.badValue("id", "another", got).detail();
    }

    @Test
    void aLongValueIsCutAtEightyCharacters() {
        assertThat(shown("x".repeat(80))).isEqualTo("id: expected another, got " + "x".repeat(80));
        assertThat(shown("x".repeat(81)))
                .isEqualTo("id: expected another, got " + "x".repeat(80) + "… (81 characters)");
    }

    @Test
    void noCharacterIsCutInHalf() {
        String grapes = "\ud83c\udf47";
        assertThat(shown("x".repeat(78) + grapes + "y")).endsWith("x" + grapes + "… (81 characters)");
        assertThat(shown("x".repeat(79) + grapes)).endsWith("got " + "x".repeat(79) + "… (81 characters)");
        assertThat(shown(grapes.repeat(60))).endsWith("got " + grapes.repeat(40) + "… (120 characters)");
    }
}
