package io.grape.core.key;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a tube's keys.
 *
 * @param next the cursor of the next page, null if there is none
 */
public record KeyPage(List<KeyState> keys, @Nullable String next) {
    public KeyPage {
        keys = List.copyOf(keys);
    }
}
