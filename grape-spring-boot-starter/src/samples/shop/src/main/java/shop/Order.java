package shop;

/** An order: placed, then paying and paid, or cancelled. */
public record Order(long id, String article, String state) {
    static final String PLACED = "placed";
    static final String PAYING = "paying";
    static final String PAID = "paid";
    static final String CANCELLED = "cancelled";
}
