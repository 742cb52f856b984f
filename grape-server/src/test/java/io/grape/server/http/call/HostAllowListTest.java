package io.grape.server.http.call;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.GrapeException;
import io.vertx.core.MultiMap;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** By which names a browser may call a broker that asks nobody. */
class HostAllowListTest {
    private static final MultiMap OF_PROGRAM = MultiMap.caseInsensitiveMultiMap();
    private static final MultiMap OF_BROWSER =
            MultiMap.caseInsensitiveMultiMap().add("accept-language", "en");

    private final HostAllowList hosts = new HostAllowList(Set.of("grape.example"));

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                "h",
                "grape:9521",
                "localhost",
                "LocalHost.:80",
                "a.b.localhost:9595",
                "127.0.0.1:9521",
                "10.0.0.7",
                "[::1]:9521",
                "[::ffff:127.0.0.1]",
                "Grape.Example:443",
                "grape.example."
            })
    void whatNoPageOfAnotherSiteCanHaveAndWhatIsAllowedIsLetIn(String host) {
        assertThatCode(() -> hosts.check(host, OF_BROWSER)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:9521",
                "evil.example.",
                "127.0.0.1.evil.example",
                "localhost.evil.example",
                "evillocalhost.example",
                "x.grape.example"
            })
    void theNameOfAnotherSiteIsRefusedAndToldHowItIsAllowed(String host) {
        hosts.check("grape.example", OF_BROWSER);
        assertThatThrownBy(() -> hosts.check(host, OF_BROWSER))
                .isInstanceOf(GrapeException.class)
                .hasMessageContaining("--allowed-hosts ");
    }

    @Test
    void programsCallByAnyName() {
        hosts.check("jobs.example", OF_PROGRAM);
        assertThatThrownBy(() -> hosts.check("jobs.example", OF_BROWSER)).isInstanceOf(GrapeException.class);
        assertThatThrownBy(() -> hosts.check(
                        "jobs.example", MultiMap.caseInsensitiveMultiMap().add("Origin", "http://jobs.example")))
                .isInstanceOf(GrapeException.class);
        assertThatThrownBy(() -> hosts.check(
                        "jobs.example", MultiMap.caseInsensitiveMultiMap().add("Referer", "http://jobs.example/")))
                .isInstanceOf(GrapeException.class);
    }

    @Test
    void whereItIsNotLookedAtEveryNameIsLetIn() {
        new HostAllowList(null).check("evil.example", OF_BROWSER);
        new HostAllowList(Set.of("*")).check("evil.example", OF_BROWSER);
    }
}
