package io.grape.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What operators do, by mouse. */
class MouseTest {
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
        return page;
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(Pattern.compile(name)));
    }

    private static Locator inDialog(Page page, String button) {
        return page.getByRole(AriaRole.DIALOG)
                .getByRole(
                        AriaRole.BUTTON,
                        new Locator.GetByRoleOptions().setName(button).setExact(true));
    }

    @Test
    void aJobIsPutLookedAtRunAndDeleted() {
        Page page = at("/tubes/images");
        button(page, "Put job").first().click();
        page.getByLabel("Id", new Page.GetByLabelOptions().setExact(true)).fill("by-hand");
        inDialog(page, "Put job").click();
        assertThat(page).hasURL(Pattern.compile("/tubes/images/jobs/by-hand$"));
        assertThat(page.locator("main").getByText("hello")).isVisible();
        button(page, "Run now").first().click();
        assertThat(page.locator("main").getByText("Kicked").first()).isVisible();
        page.locator("main")
                .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(Pattern.compile("^More")))
                .click();
        page.getByRole(AriaRole.MENUITEM, new Page.GetByRoleOptions().setName(Pattern.compile("^Delete")))
                .click();
        inDialog(page, "Delete").click();
        console.gone("/v1/tubes/images/jobs/by-hand");
    }

    @Test
    void aTubeIsPausedWithAReasonThatOthersSeeAndGoesOn() {
        Page page = at("/tubes/order-timeout");
        button(page, "Pause").first().click();
        page.getByLabel("Reason").fill("the printer is on fire");
        inDialog(page, "Pause").click();
        assertThat(page.getByText("the printer is on fire").first()).isVisible();
        Page other = at("/tubes/order-timeout");
        assertThat(other.getByText("the printer is on fire").first()).isVisible();
        button(other, "Resume").first().click();
        assertThat(button(page, "Pause").first()).isVisible();
    }

    @Test
    void whatFailedForOneReasonIsRedrivenAfterADryRun() {
        Page page = at("/failed/billing-retry");
        Locator group = page.locator("main")
                .getByText("SocketTimeoutException: no answer from billing after <n> ms")
                .first();
        assertThat(group).isVisible();
        button(page, "Redrive…").first().click();
        inDialog(page, "Dry run").click();
        assertThat(page.getByText(Pattern.compile("[0-9]+ jobs match"))).isVisible();
        inDialog(page, "Redrive").click();
        assertThat(page.locator("main")
                        .getByText(Pattern.compile("done", Pattern.CASE_INSENSITIVE))
                        .first())
                .isVisible();
    }

    @Test
    void theLanguageIsChinese() {
        Page page = at("/tubes");
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Look and language"))
                .click();
        page.getByText("中文").click();
        assertThat(page.locator("html")).hasAttribute("lang", "zh-CN");
        assertThat(page.locator("nav").first()).not().containsText("Overview");
        Screenshots.take(page, "tubes-chinese", Browsers.Look.LIGHT);
    }
}
