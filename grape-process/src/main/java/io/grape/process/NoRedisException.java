package io.grape.process;

import java.io.IOException;

/** No {@code redis-server} for this machine comes with this program. */
public final class NoRedisException extends IOException {
    private static final long serialVersionUID = 1L;

    NoRedisException(String platform) {
        super("there is no embedded Redis here for " + platform);
    }
}
