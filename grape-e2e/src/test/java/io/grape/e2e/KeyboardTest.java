package io.grape.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What operators do, by keyboard alone. */
class KeyboardTest {
    @RegisterExtension
    static final Browsers BROWSERS = new Browsers();

    private static Console console;

    @BeforeAll
    static void start(@TempDir Path data) {
        console = Console.start(data);
        Seed.into(console);
    }

    @AfterAll
    static void stop() {
        console.close();
    }

    private static Page at(String path) {
        Page page = BROWSERS.open(Browsers.Look.LIGHT);
        page.navigate(console.page(path));
        assertThat(page.locator("main h1").first()).isVisible();
        return page;
    }

    /** Keys that come before it has the focus would be the page's. */
    private static void openPalette(Page page) {
        page.keyboard().press("Control+k");
        assertThat(page.locator("dialog[open] input:focus")).isVisible();
    }

    @Test
    void thePaletteLeadsToATubeAndToAJob() {
        Page page = at("/");
        openPalette(page);
        page.keyboard().type("order-timeout");
        assertThat(page.getByRole(
                        AriaRole.OPTION, new Page.GetByRoleOptions().setName(Pattern.compile("^\\W*order-timeout"))))
                .isVisible();
        page.keyboard().press("Enter");
        assertThat(page).hasURL(Pattern.compile("/tubes/order-timeout$"));
        openPalette(page);
        page.keyboard().type("bill-3");
        assertThat(page.getByRole(
                        AriaRole.OPTION, new Page.GetByRoleOptions().setName(Pattern.compile("billing-retry"))))
                .isVisible();
        page.keyboard().press("Enter");
        assertThat(page).hasURL(Pattern.compile("/tubes/billing-retry/jobs/bill-3$"));
    }

    @Test
    void keysGoToPagesAndThroughRows() {
        Page page = at("/");
        page.keyboard().type("gt");
        assertThat(page).hasURL(Pattern.compile("/tubes$"));
        assertThat(page.locator("main h1")).hasText("Tubes");
        assertThat(page.locator("main tbody tr").first()).isVisible();
        page.keyboard().type("jjo");
        assertThat(page).hasURL(Pattern.compile("/tubes/[a-z-]+$"));
        assertThat(page.locator("main h1")).hasText(Pattern.compile("[a-z-]+"));
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
    void aDialogKeepsTheFocusAndIsLeftByEscape() {
        Page page = at("/tubes/billing-retry");
        openPalette(page);
        page.keyboard().type("Pause billing-retry");
        page.keyboard().press("Enter");
        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("Pause billing-retry");
        for (int i = 0; i < 12; i++) {
            page.keyboard().press("Tab");
        }
        assertThat(page.locator("main :focus")).hasCount(0);
        page.keyboard().press("Escape");
        assertThat(page.getByRole(AriaRole.DIALOG)).hasCount(0);
        console.call("GET", "/v1/tubes/billing-retry", "").contains("\"paused\":null");
    }
}
