package sample;

import java.time.Instant;

public record Order(String id, long cents, String state, Instant placedAt) {
    Order cancelled() {
        return new Order(id, cents, "cancelled", placedAt);
    }
}
