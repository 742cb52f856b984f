package io.grape.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How many logins of one address are under way at one time. */
class LoginConcurrencyTest {
    private static final String TOO_MANY = "too many";

    private final LoginConcurrency concurrency = new LoginConcurrency();
    private final List<CompletableFuture<String>> underWay = new ArrayList<>();

    private @Nullable String begin(String address) {
        CompletableFuture<String> login = new CompletableFuture<>();
        return concurrency
                .run(
                        address,
                        () -> {
                            underWay.add(login);
                            return login;
                        },
                        TOO_MANY)
                .toCompletableFuture()
                .getNow(null);
    }

    @Test
    void oneAddressTakesNoMoreThanItsPartAndOthersGoOn() {
        for (int i = 0; i < LoginConcurrency.MAX; i++) {
            assertThat(begin("192.0.2.1")).isNull();
        }
        assertThat(begin("192.0.2.1")).isEqualTo(TOO_MANY);
        assertThat(begin("192.0.2.2")).isNull();
        underWay.get(0).complete("in");
        assertThat(begin("192.0.2.1")).isNull();
        assertThat(begin("192.0.2.1")).isEqualTo(TOO_MANY);
    }

    @Test
    void whatFailsTakesNoRoom() {
        for (int i = 0; i < 2 * LoginConcurrency.MAX; i++) {
            assertThatThrownBy(() -> concurrency.run(
                            "192.0.2.1",
                            () -> {
                                throw new IllegalStateException("not even begun");
                            },
                            TOO_MANY))
                    .isInstanceOf(IllegalStateException.class);
        }
        assertThat(begin("192.0.2.1")).isNull();
    }
}
