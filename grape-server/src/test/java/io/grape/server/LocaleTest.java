package io.grape.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.server.access.Passwords;
import io.grape.server.beanstalkd.WireClient;
import io.grape.server.http.json.PercentEncoding;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A broker in a country that writes other digits: Persian formats 12 as ۱۲. */
final class LocaleTest {
    private static final Locale PERSIAN = Locale.forLanguageTag("fa");

    private final Locale before = Locale.getDefault();

    @RegisterExtension
    final ServerExtension broker = new ServerExtension();

    @BeforeEach
    void usePersian() {
        Locale.setDefault(PERSIAN);
        assertThat(String.format(Locale.getDefault(), "%d", 12))
                .as("the digits of this JVM")
                .isEqualTo("۱۲");
    }

    @AfterEach
    void restore() {
        Locale.setDefault(before);
    }

    /** A hash that bcrypt cannot read is refused at once, which tells that there is no such user. */
    @Test
    void hashThatStandsForUnknownUsersIsOneThatTakesTimeToCheck() {
        try (Passwords passwords = new Passwords(4)) {
            assertThat(passwords.nobodys()).matches("\\$2a\\$04\\$[./A-Za-z0-9]{53}");
        }
    }

    @Test
    void statsOfBeanstalkdHaveDigitsThatClientsRead() {
        try (WireClient client = WireClient.to(broker.beanstalkdPort(0))) {
            assertThat(client.call("stats"))
                    .doesNotContain("?")
                    .containsPattern("rusage-utime: [0-9]+\\.[0-9]{6}\n")
                    .containsPattern("id: [0-9a-f]{16}\n");
        }
    }

    @Test
    void percentEncodingIsOfHexDigits() {
        assertThat(PercentEncoding.encodedSegment("a b")).isEqualTo("a%20b");
    }
}
