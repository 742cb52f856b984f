package io.grape.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.grape.e2e.Seeded.button;
import static io.grape.e2e.Seeded.inDialog;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is done with quotas in the console. */
@Tag("slow")
class QuotasTest {
    @RegisterExtension
    static final Browsers BROWSERS = new Browsers();

    @RegisterExtension
    static final Seeded SEEDED = new Seeded();

    private static String stored() {
        return SEEDED.console().call("GET", "/v1/quotas", "").body();
    }

    private static Locator in(Locator place, String button) {
        return place.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(button));
    }

    @Test
    void aQuotaIsSetChangedAndDeleted() {
        Page page = SEEDED.at(BROWSERS, "/access");
        assertThat(page.getByText("No quotas yet")).isVisible();
        button(page, "Set a quota").click();
        page.locator("input[name=name]").fill("importer");
        page.locator("input[name=producePerSecond]").fill("2.5");
        page.locator("input[name=inFlight]").fill("20");
        inDialog(page, "Save").click();
        Locator row = page.locator("[data-key='importer']");
        assertThat(row).containsText("produce 2.5/s, burst 2");
        assertThat(row).containsText("in flight 20");
        assertThat(stored()).contains("\"produce\":{\"perSecond\":2.5,\"burst\":2},\"inFlight\":20");

        in(row, "Change").click();
        page.locator("input[name=producePerSecond]").fill("");
        page.locator("input[name=produceBurst]").fill("");
        page.locator("input[name=consumePerSecond]").fill("100");
        inDialog(page, "Save").click();
        assertThat(row).containsText("consume 100/s, burst 100");
        assertThat(stored())
                .contains("\"consume\":{\"perSecond\":100,\"burst\":100},\"inFlight\":20")
                .doesNotContain("\"perSecond\":2.5");

        in(row, "Delete the quota").click();
        inDialog(page, "Delete the quota").click();
        assertThat(page.getByText("No quotas yet")).isVisible();
        assertThat(stored()).contains("\"quotas\":[]");
    }

    @Test
    void theDefaultQuotaTellsWhoIsCounted() {
        SEEDED.console()
                .call("PUT", "/v1/quotas/default", "{\"produce\":{\"perSecond\":1000}}")
                .is(201);
        SEEDED.console()
                .call("POST", "/v1/tubes/thumbs/jobs", "{\"id\":\"a\",\"payload\":1}")
                .is(201);
        Page page = SEEDED.at(BROWSERS, "/access");
        assertThat(page.locator("[data-key='default']")).containsText("127.0.0.1");
        SEEDED.console().call("DELETE", "/v1/quotas/default", "").is(204);
    }
}
