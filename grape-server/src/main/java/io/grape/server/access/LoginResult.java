package io.grape.server.access;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What became of a login.
 *
 * @param principal null = it was refused
 * @param session what the browser shows from now on
 * @param later not zero = it was not even tried
 */
public record LoginResult(@Nullable Principal principal, String session, Duration later) {
    static final LoginResult REFUSED = new LoginResult(null, "", Duration.ZERO);
}
