package io.grape.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A broker that asks who calls, behind a proxy that puts it below a path. */
@Tag("slow")
class LoginTest {
    @RegisterExtension
    static final Browsers BROWSERS = new Browsers();

    private static final String PASSWORD = "correct horse";

    private static Console console;

    @BeforeAll
    static void start(@TempDir Path data) {
        Console.addUser(data, "vera", "viewer", PASSWORD);
        Console.addUser(data, "olga", "operator", PASSWORD);
        console = Console.start(data, "--auth", "required", "--environment", "PROD", "--console-base-path", "/x/");
    }

    @AfterAll
    static void stop() {
        console.close();
    }

    private static void login(Page page, String name, String password) {
        page.getByLabel("Name").fill(name);
        page.getByLabel("Password").fill(password);
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Sign in"))
                .click();
    }

    private static Page olgaAt(String path) {
        Page page = BROWSERS.open(Browsers.Look.LIGHT);
        page.navigate(console.page(path));
        login(page, "olga", PASSWORD);
        assertThat(page.getByRole(AriaRole.DIALOG)).hasCount(0);
        return page;
    }

    /** Put there by somebody who may. */
    private static void produce(Page page) {
        assertThat((Integer) page.evaluate(
                        "fetch('v1/tubes/orders/jobs/a?delayMs=600000', {method: 'PUT', body: '{\"card\":\"4111\"}',"
                                + " headers: {'Content-Type': 'application/json'}}).then((answer) => answer.status)"))
                .isIn(200, 201);
    }

    @Test
    void whoMayOnlyLookSeesNoPayloadAndCanChangeNothing() {
        Page operator = BROWSERS.open(Browsers.Look.LIGHT);
        operator.navigate(console.page("/"));
        Screenshots.take(operator, "login", Browsers.Look.LIGHT);
        login(operator, "olga", "wrong password");
        assertThat(operator.getByText("The name or the password is wrong.")).isVisible();
        login(operator, "olga", PASSWORD);
        assertThat(operator.getByRole(AriaRole.DIALOG)).hasCount(0);
        assertThat(operator.locator("main h1").first()).isVisible();
        assertThat(operator.getByText("PROD").first()).isVisible();
        produce(operator);
        operator.navigate(console.page("/tubes/orders/jobs/a"));
        assertThat(operator.locator("main").getByText("4111")).isVisible();

        Page viewer = BROWSERS.open(Browsers.Look.DARK);
        viewer.navigate(console.page("/tubes/orders/jobs/a"));
        login(viewer, "vera", PASSWORD);
        assertThat(viewer.getByText("The payload is hidden").first()).isVisible();
        assertThat(viewer.locator("main").getByText("4111")).hasCount(0);
        assertThat((Integer) viewer.evaluate(
                        "fetch('v1/tubes/orders?confirm=orders', {method: 'DELETE'}).then((answer) => answer.status)"))
                .isEqualTo(403);
        assertThat(viewer.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(Pattern.compile("^Delete")))
                        .and(viewer.locator(":enabled")))
                .hasCount(0);
        Screenshots.take(viewer, "job-of-a-viewer", Browsers.Look.DARK);
    }

    @Test
    void aSessionThatEndsUnderAnOpenQuestionIsBegunAgainInPlaceAndTheQuestionGoesOn() {
        Page page = olgaAt("/tubes");
        produce(page);
        page.navigate(console.page("/tubes/orders"));
        Seeded.button(page, "Pause").click();
        page.getByLabel("Reason").fill("the printer is on fire");
        page.context().clearCookies();
        Seeded.inDialog(page, "Pause").click();
        assertThat(page.getByText("Sign in again")).isVisible();
        Screenshots.ofWindow(page, "login-again", Browsers.Look.LIGHT);
        login(page, "olga", PASSWORD);
        assertThat(page.locator("main").getByText("the printer is on fire").first())
                .isVisible();
        assertThat(page).hasURL(console.page("/tubes/orders"));
    }

    @Test
    void belowThePathOfAProxyEverythingIsFoundAlsoAfterAReload() {
        Page page = olgaAt("/schedule?range=24h");
        List<String> strays = new ArrayList<>();
        page.onResponse(answer -> {
            if (!answer.url().startsWith(console.page("/")) || answer.status() >= 400) {
                strays.add(answer.status() + " " + answer.url());
            }
        });
        page.reload();
        assertThat(page.locator("main").getByText("Due in this range")).isVisible();
        assertThat(page.getByRole(AriaRole.DIALOG)).hasCount(0);
        assertThat(page).hasURL(console.page("/schedule?range=24h"));
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Tubes"))
                .click();
        assertThat(page).hasURL(console.page("/tubes"));
        assertThat(strays).isEmpty();
    }
}
