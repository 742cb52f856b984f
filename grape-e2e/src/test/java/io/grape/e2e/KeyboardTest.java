package io.grape.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What operators do, by keyboard alone. */
@Tag("slow")
class KeyboardTest {
    @RegisterExtension
    static final Browsers BROWSERS = new Browsers();

    @RegisterExtension
    static final Seeded SEEDED = new Seeded();

    private static void type(Page page, String text) {
        Seeded.openPalette(page);
        page.keyboard().type(text);
    }

    private static Locator option(Page page, String name) {
        return page.getByRole(AriaRole.OPTION, new Page.GetByRoleOptions().setName(Pattern.compile(name)));
    }

    @Test
    void thePaletteLeadsToATubeAndToAJob() {
        Page page = SEEDED.at(BROWSERS, "/");
        type(page, "order-timeout");
        assertThat(option(page, "^\\W*order-timeout")).isVisible();
        page.keyboard().press("Enter");
        assertThat(page).hasURL(Pattern.compile("/tubes/order-timeout$"));
        type(page, "bill-3");
        assertThat(option(page, "billing-retry")).isVisible();
        page.keyboard().press("Enter");
        assertThat(page).hasURL(Pattern.compile("/tubes/billing-retry/jobs/bill-3$"));
    }

    @Test
    void keysGoToPagesAndThroughRows() {
        Page page = SEEDED.at(BROWSERS, "/");
        page.keyboard().type("gt");
        assertThat(page).hasURL(Pattern.compile("/tubes$"));
        assertThat(page.locator("main h1")).hasText("Tubes");
        assertThat(page.locator("main tbody tr").first()).isVisible();
        page.keyboard().type("jjo");
        assertThat(page).hasURL(Pattern.compile("/tubes/[a-z-]+$"));
        String tube = page.url().replaceFirst(".*/", "");
        assertThat(page.locator("main h1")).containsText(tube);
        page.keyboard().type("?");
        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("Keys");
        page.keyboard().press("Escape");
        assertThat(page.getByRole(AriaRole.DIALOG)).hasCount(0);
        page.keyboard().type("/");
        assertThat(page.locator("input:focus")).isVisible();
        page.keyboard().type("bill-3");
        assertThat(page.locator("input:focus")).hasValue("bill-3");
    }

    @Test
    void aPageThatComesLateDoesNotTakeTheFocusFromTheSearch() {
        Page page = SEEDED.at(BROWSERS, "/tubes");
        assertThat(page.locator("main tbody tr").first()).isVisible();
        List<Route> held = new ArrayList<>();
        page.route("**/pages/tube.js", held::add);
        page.keyboard().type("jo");
        page.waitForCondition(() -> !held.isEmpty());
        page.keyboard().type("/bill");
        held.get(0).resume();
        assertThat(page.locator("main h1")).containsText(page.url().replaceFirst(".*/", ""));
        page.keyboard().type("-3");
        assertThat(page.locator("input:focus")).hasValue("bill-3");
    }

    @Test
    void aDialogKeepsTheFocusAndIsLeftByEscape() {
        Page page = SEEDED.at(BROWSERS, "/tubes/billing-retry");
        type(page, "Pause billing-retry");
        page.keyboard().press("Enter");
        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("Pause billing-retry");
        for (int i = 0; i < 12; i++) {
            page.keyboard().press("Tab");
        }
        assertThat(page.locator("main :focus")).hasCount(0);
        page.keyboard().press("Escape");
        assertThat(page.getByRole(AriaRole.DIALOG)).hasCount(0);
        SEEDED.console().call("GET", "/v1/tubes/billing-retry", "").contains("\"paused\":null");
    }
}
