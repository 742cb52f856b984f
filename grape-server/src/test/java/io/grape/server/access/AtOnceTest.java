package io.grape.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** How many logins of one address are under way at one time. */
class AtOnceTest {
    private final AtOnce atOnce = new AtOnce();
    private final List<CompletableFuture<Sessions.Outcome>> underWay = new ArrayList<>();

    private Sessions.Outcome begin(String address) {
        CompletableFuture<Sessions.Outcome> login = new CompletableFuture<>();
        return atOnce.run(address, () -> {
                    underWay.add(login);
                    return login;
                })
                .toCompletableFuture()
                .getNow(null);
    }

    @Test
    void oneAddressTakesNoMoreThanItsPartAndOthersGoOn() {
        for (int i = 0; i < AtOnce.MOST; i++) {
            assertThat(begin("192.0.2.1")).isNull();
        }
        assertThat(begin("192.0.2.1")).extracting(Sessions.Outcome::later).isEqualTo(Duration.ofSeconds(1));
        assertThat(begin("192.0.2.2")).isNull();
        underWay.get(0).complete(new Sessions.Outcome(null, "", Duration.ZERO));
        assertThat(begin("192.0.2.1")).isNull();
        assertThat(begin("192.0.2.1")).isNotNull();
    }

    @Test
    void whatFailsTakesNoRoom() {
        for (int i = 0; i < 2 * AtOnce.MOST; i++) {
            assertThatThrownBy(() -> atOnce.run("192.0.2.1", () -> {
                        throw new IllegalStateException("not even begun");
                    }))
                    .isInstanceOf(IllegalStateException.class);
        }
        assertThat(begin("192.0.2.1")).isNull();
    }
}
