package io.grape.address;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisUriTest {
    @ParameterizedTest
    @CsvSource({
        "redis://ann:secret@h:1/2, redis://ann:***@h:1/2",
        "redis://secret@h, redis://***@h",
        "redis://:secret@h, redis://:***@h",
        "redis-sentinel://:secret@h1#m, redis-sentinel://:***@h1#m",
        "redis://h:1, redis://h:1",
        "redis-sentinel://a:secret@h1?sentinelPassword=secret#m, redis-sentinel://a:***@h1?***",
        "redis-sentinel://h1?sentinelPassword=sec#ret, redis-sentinel://h1?***",
        "redis-sentinel://h1?sentinelPassword=sec@ret#m, redis-sentinel://***",
        "redis-sentinel://a:sec?ret@h1?sentinelPassword=secret#m, redis-sentinel://***",
        "redis://a:sec@ret@h, redis://a:***@h",
        "secret@h, ***@h",
        "a:secret@h, a:***@h"
    })
    void aPasswordIsNeverShown(String uri, String shown) {
        assertThat(RedisUri.masked(uri)).isEqualTo(shown);
    }
}
