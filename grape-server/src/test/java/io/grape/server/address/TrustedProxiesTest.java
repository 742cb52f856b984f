package io.grape.server.address;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose address a call counts for, whatever stands in its header. */
class TrustedProxiesTest {
    private static final TrustedProxies PROXIES =
            TrustedProxies.parse("127.0.0.0/8,10.1.2.3,::1,fd00::/8").orElseThrow();

    private static String caller(@Nullable String peer, String... forwarded) {
        return PROXIES.caller(peer, List.of(forwarded)).text();
    }

    @Test
    void whoIsNoProxyIsNotBelieved() {
        assertThat(caller("192.0.2.1", "198.51.100.7")).isEqualTo("192.0.2.1");
        assertThat(TrustedProxies.NONE
                        .caller("127.0.0.1", List.of("198.51.100.7"))
                        .text())
                .isEqualTo("127.0.0.1");
        assertThat(caller("10.1.2.4", "198.51.100.7")).isEqualTo("10.1.2.4");
    }

    @Test
    void theLastOneThatIsNoProxyIsTheCallerWhateverStandsLeftOfIt() {
        assertThat(caller("127.0.0.1", "198.51.100.7")).isEqualTo("198.51.100.7");
        assertThat(caller("127.0.0.1", "1.1.1.1, 198.51.100.7")).isEqualTo("198.51.100.7");
        assertThat(caller("127.0.0.1", "10.1.2.3,198.51.100.7 , 10.1.2.3")).isEqualTo("198.51.100.7");
        assertThat(caller("127.0.0.1", "1.1.1.1", "198.51.100.7", "127.0.0.9")).isEqualTo("198.51.100.7");
    }

    @Test
    void whereAllAreProxiesItIsTheFirstOne() {
        assertThat(caller("127.0.0.1", "10.1.2.3, 127.0.0.5")).isEqualTo("10.1.2.3");
        assertThat(caller("127.0.0.1")).isEqualTo("127.0.0.1");
        assertThat(caller("127.0.0.1", "", " , ")).isEqualTo("127.0.0.1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "unknown",
                "_hidden",
                "localhost",
                "1.2.3",
                "1.2.3.4.5",
                "999.1.1.1",
                "1.2.3.4:x",
                "[::1",
                "fe80::1%eth0",
                "' or 1=1",
                "1.2.3.4 5.6.7.8",
                "::g",
                "\u0661.2.3.4"
            })
    void whatIsNoAddressLeavesTheProxyThatWroteIt(String entry) {
        assertThat(caller("127.0.0.1", "198.51.100.7, " + entry)).isEqualTo("127.0.0.1");
        assertThat(caller("127.0.0.1", "198.51.100.7, " + entry + ", 10.1.2.3")).isEqualTo("10.1.2.3");
    }

    @ParameterizedTest
    @CsvSource({
        "198.51.100.7:4711, 198.51.100.7",
        "[2001:db8::7]:4711, 2001:db8::7",
        "[2001:db8::7], 2001:db8::7",
        "2001:DB8:0:0:0:0:0:7, 2001:db8::7",
        "::ffff:198.51.100.7, 198.51.100.7"
    })
    void anAddressIsReadInEachOfItsForms(String entry, String address) {
        assertThat(caller("127.0.0.1", entry)).isEqualTo(address);
    }

    @Test
    void proxiesAreKnownByIpv6AndByMappedAddressesToo() {
        assertThat(caller("0:0:0:0:0:0:0:1", "198.51.100.7")).isEqualTo("198.51.100.7");
        assertThat(caller("fd12::9%eth0", "198.51.100.7")).isEqualTo("198.51.100.7");
        assertThat(caller("::ffff:10.1.2.3", "198.51.100.7")).isEqualTo("198.51.100.7");
        assertThat(PROXIES.includes("10.1.2.3")).isTrue();
        assertThat(PROXIES.includes("10.1.2.2")).isFalse();
        assertThat(PROXIES.includes(null)).isFalse();
    }

    @Test
    void addressesOfOneIpv6NetworkCountAsOne() {
        CallerAddress one = PROXIES.caller("2001:db8:1:2:aaaa::1", List.of());
        CallerAddress other = PROXIES.caller("2001:db8:1:2:bbbb::2", List.of());
        assertThat(one.group()).isEqualTo(other.group()).isEqualTo("2001:db8:1:2::/64");
        assertThat(one.text()).isNotEqualTo(other.text());
        assertThat(PROXIES.caller("2001:db8:1:3::1", List.of()).group()).isNotEqualTo(one.group());
        assertThat(PROXIES.caller("192.0.2.1", List.of()).group()).isEqualTo("192.0.2.1");
    }

    @Test
    void whoIsNotKnownHasNoAddress() {
        assertThat(caller(null, "198.51.100.7")).isEmpty();
        assertThat(CallerAddress.UNKNOWN.group()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "localhost",
                "10.0.0.0/33",
                "::1/129",
                "10.0.0.0/",
                "10.0.0.0/-1",
                "10.0.0/8",
                "10.0.0.0/8,",
                "10.0.0.0/8 ,::1",
                "::ffff:10.0.0.0/104",
                "*"
            })
    void whatIsNoNetworkIsRefused(String text) {
        assertThat(TrustedProxies.parse(text)).isEmpty();
    }

    @Test
    void aPrefixOfNoBitsTrustsEverybodyOfItsFamily() {
        TrustedProxies all = TrustedProxies.parse("0.0.0.0/0").orElseThrow();
        assertThat(all.caller("192.0.2.1", List.of("1.1.1.1, 2.2.2.2")).text()).isEqualTo("1.1.1.1");
        assertThat(all.includes("2001:db8::7")).isFalse();
    }
}
