package shop;

import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The calls of the page. */
@RestController
class ShopController {
    record NewOrder(String article) {}

    private final Shop shop;
    private final Orders orders;

    ShopController(Shop shop, Orders orders) {
        this.shop = shop;
        this.orders = orders;
    }

    @GetMapping("/orders")
    List<Order> latest() {
        return orders.latest();
    }

    @PostMapping("/orders")
    Order place(@RequestBody NewOrder order) {
        return shop.place(order.article());
    }

    @PostMapping("/orders/{id}/pay")
    Order pay(@PathVariable("id") long id) {
        return shop.pay(id);
    }
}
