package sample;

public record Order(String id, long cents, String state) {
    Order cancelled() {
        return new Order(id, cents, "cancelled");
    }
}
