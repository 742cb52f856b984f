package io.grape.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.grape.e2e.Seeded.button;
import static io.grape.e2e.Seeded.choose;
import static io.grape.e2e.Seeded.inDialog;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is done to the keys of a tube in the console. */
@Tag("slow")
class KeysTest {
    private static final String HOOLI = "/v1/tubes/exports/keys/hooli";

    @RegisterExtension
    static final Browsers BROWSERS = new Browsers();

    @RegisterExtension
    static final Seeded SEEDED = new Seeded();

    private static Locator row(Page page, String key) {
        return page.locator("[data-key='" + key + "']");
    }

    private static Locator inRow(Page page, String key, String button) {
        return row(page, key)
                .getByRole(
                        AriaRole.BUTTON,
                        new Locator.GetByRoleOptions().setName(button).setExact(true));
    }

    private static String stored() {
        return SEEDED.console().call("GET", HOOLI, "").body();
    }

    @Test
    void aKeyThatIsPausedAndResumedKeepsItsOtherValues() {
        SEEDED.console()
                .call("PUT", HOOLI, "{\"weight\":3,\"perSecond\":2.5,\"burst\":7}")
                .is(201);
        Page page = SEEDED.at(BROWSERS, "/tubes/exports/keys");
        inRow(page, "hooli", "Pause").click();
        assertThat(row(page, "hooli").getByText("Paused")).isVisible();
        assertThat(stored()).contains("\"weight\":3", "\"burst\":7", "\"paused\":true");
        inRow(page, "hooli", "Resume").click();
        assertThat(inRow(page, "hooli", "Pause")).isVisible();
        assertThat(stored()).contains("\"weight\":3", "\"burst\":7", "\"paused\":false");
        SEEDED.console().call("DELETE", HOOLI, "").is(204);
    }

    @Test
    void aKeyThatIsPausedAndResumedDoesNotKeepTheWeightOfAProduce() {
        SEEDED.console()
                .call("PUT", "/v1/tubes/exports/jobs/weighs?key=hooli&weight=4", "x")
                .is(201);
        Page page = SEEDED.at(BROWSERS, "/tubes/exports/keys");
        inRow(page, "hooli", "Pause").click();
        assertThat(row(page, "hooli").getByText("Paused")).isVisible();
        assertThat(stored()).contains("\"weight\":4", "\"paused\":true");
        inRow(page, "hooli", "Resume").click();
        assertThat(inRow(page, "hooli", "Pause")).isVisible();
        assertThat(stored()).contains("\"weight\":4", "\"overridden\":false");
        SEEDED.console().call("DELETE", "/v1/tubes/exports/jobs/weighs", "").is(204);
    }

    @Test
    void aKeyGetsValuesOfItsOwnAndLosesThem() {
        Page page = SEEDED.at(BROWSERS, "/tubes/exports/keys");
        button(page, "Override a key").click();
        page.getByLabel("Key", new Page.GetByLabelOptions().setExact(true)).fill("hooli");
        page.getByLabel("Weight").fill("2.5");
        page.getByLabel("Most deliveries of a key a second").fill("12.25");
        inDialog(page, "Save").click();
        assertThat(row(page, "hooli").getByText("12.25")).isVisible();
        assertThat(stored()).contains("\"weight\":2.5", "\"concurrency\":5", "\"perSecond\":12.25", "\"burst\":1");
        inRow(page, "hooli", "More").click();
        page.getByText("Remove the override").click();
        assertThat(row(page, "hooli")).hasCount(0);
        assertThat(stored()).contains("\"overridden\":false");
    }

    @Test
    void theSettingsOfATubeSayHowItsKeysShareIt() {
        SEEDED.console().call("PUT", "/v1/tubes/shared", "").is(201);
        Page page = SEEDED.at(BROWSERS, "/tubes/shared");
        choose(page, "Settings…");
        page.locator("select[name=keys]").selectOption("time");
        page.getByLabel("Most deliveries of a key a second").fill("2.5");
        page.locator("select[name=ordered]").selectOption("block");
        inDialog(page, "Save").click();
        assertThat(page.getByText("in turn, by time")).isVisible();
        assertThat(SEEDED.console().call("GET", "/v1/tubes/shared", "").body())
                .contains("\"keys\":{\"fair\":true,\"fairBy\":\"time\",\"concurrency\":1,\"perSecond\":2.5,\"burst\":1,"
                        + "\"ordered\":true,\"onFailure\":\"block\"}");
        choose(page, "Keys");
        assertThat(page.getByText("No keys here")).isVisible();
        SEEDED.console().call("DELETE", "/v1/tubes/shared", "").is(204);
    }
}
