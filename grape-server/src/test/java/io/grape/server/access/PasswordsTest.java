package io.grape.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import at.favre.lib.crypto.bcrypt.BCrypt;
import io.grape.core.GrapeException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Passwords and what is kept of them. */
class PasswordsTest {
    private final Passwords passwords = new Passwords(4);

    @AfterEach
    void close() {
        passwords.close();
    }

    private static <T> T get(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    @Test
    void aPasswordIsItsOwnAndNoOther() {
        String hash = get(passwords.hash("correct horse"));
        assertThat(hash).startsWith("$2a$04$").hasSize(60).isNotEqualTo(get(passwords.hash("correct horse")));
        assertThat(get(passwords.matches("correct horse", hash))).isTrue();
        assertThat(get(passwords.matches("correct hors", hash))).isFalse();
    }

    /** bcrypt looks at 72 bytes by itself. */
    @Test
    void theEndOfALongPasswordCounts() {
        String begin = "x".repeat(80);
        String hash = get(passwords.hash(begin + "1"));
        assertThat(get(passwords.matches(begin + "1", hash))).isTrue();
        assertThat(get(passwords.matches(begin + "2", hash))).isFalse();
    }

    /** What is no hash would be refused without the work. */
    @Test
    void whoIsNotThereIsRefusedByAHashThatTakesTheSameWork() {
        assertThat(get(passwords.matches("correct horse", null))).isFalse();
        assertThat(isHash(passwords.nobodys())).isTrue();
        assertThat(isHash("$2a$04$short")).isFalse();
    }

    private static boolean isHash(String text) {
        return BCrypt.verifyer().verify("any".toCharArray(), text).validFormat;
    }

    @Test
    void aShortPasswordIsRefused() {
        assertThatThrownBy(() -> passwords.hash("seven77"))
                .isInstanceOf(GrapeException.class)
                .hasMessageContaining("password: expected 8 to 1000 characters, got one of 7");
    }
}
