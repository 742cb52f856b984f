package shop;

import java.util.List;
import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.stereotype.Repository;

/** The orders in the database. */
@Repository
class Orders {
    private static final RowMapper<Order> ROW = new DataClassRowMapper<>(Order.class);

    private final JdbcTemplate jdbc;

    Orders(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    Order insert(String article) {
        return jdbc.queryForObject(
                "INSERT INTO shop_orders (article, state) VALUES (?, ?) RETURNING *", ROW, article, Order.PLACED);
    }

    Order find(long id) {
        return jdbc.queryForObject("SELECT * FROM shop_orders WHERE id = ?", ROW, id);
    }

    List<Order> latest() {
        return jdbc.query("SELECT * FROM shop_orders ORDER BY id DESC LIMIT 20", ROW);
    }

    /** False if the order is not in the first state: then somebody else was faster, or this has happened before. */
    boolean move(long id, String from, String to) {
        return jdbc.update("UPDATE shop_orders SET state = ? WHERE id = ? AND state = ?", to, id, from) == 1;
    }
}
