package io.grape.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.grape.e2e.Seeded.button;
import static io.grape.e2e.Seeded.inDialog;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.net.URLEncoder;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A job is reached by links, by the search and by its address, whatever its id. */
@Tag("slow")
class IdsTest {
    @RegisterExtension
    static final Browsers BROWSERS = new Browsers();

    @RegisterExtension
    static final Seeded SEEDED = new Seeded();

    private static final String ID = "a/b 订单?x=1&y#%2F+é'\"<b>";

    private static String path(String id) {
        return "/tubes/ids/jobs/" + URLEncoder.encode(id, UTF_8).replace("+", "%20");
    }

    private static String urlOf(String id) {
        return asInTheBrowser(SEEDED.console().page(path(id)));
    }

    /** It leaves an apostrophe as it is. */
    private static String asInTheBrowser(String url) {
        return url.replace("%27", "'");
    }

    @Test
    void aJobOfAnyIdIsReachedByItsAddressAListAndTheSearch() {
        SEEDED.console().call("PUT", "/v1" + path(ID) + "?delayMs=600000", "{}").is(201);
        Page page = SEEDED.at(BROWSERS, path(ID));
        assertThat(page.locator("main h1")).containsText(ID);

        page.navigate(SEEDED.console().page("/tubes/ids"));
        page.locator("main a[href$=\"" + asInTheBrowser(path(ID)) + "\"]")
                .first()
                .click();
        assertThat(page).hasURL(urlOf(ID));
        assertThat(page.locator("main h1")).containsText(ID);

        page.locator("[data-search]").fill(ID);
        page.locator("[data-search]").press("Enter");
        assertThat(page).hasURL(urlOf(ID));
        assertThat(page.locator("main h1")).containsText(ID);
    }

    @Test
    void spacesAroundAnIdAreOfTheIdWhereThereIsSuchAJob() {
        String spaced = " spaced ";
        SEEDED.console()
                .call("PUT", "/v1" + path(spaced) + "?delayMs=600000", "{}")
                .is(201);
        SEEDED.console()
                .call("PUT", "/v1" + path("plain") + "?delayMs=600000", "{}")
                .is(201);
        Page page = SEEDED.at(BROWSERS, "/tubes/ids");
        Locator everywhere = page.locator("[data-search]");
        Locator inTube = page.getByLabel("Find by id");
        for (String id : List.of(spaced, "plain")) {
            String typed = id.equals(spaced) ? spaced : " plain\t";
            for (Locator box : List.of(everywhere, inTube)) {
                page.navigate(SEEDED.console().page("/tubes/ids"));
                box.fill(typed);
                box.press("Enter");
                assertThat(page).hasURL(urlOf(id));
            }
            page.navigate(SEEDED.console().page("/tubes/ids"));
            assertThat(page.locator("main h1")).containsText("ids");
            page.keyboard().press("Control+K");
            page.getByTestId("palette").getByRole(AriaRole.COMBOBOX).fill(typed);
            page.getByTestId("palette")
                    .getByRole(AriaRole.OPTION)
                    .filter(new Locator.FilterOptions().setHasText("ids"))
                    .filter(new Locator.FilterOptions().setHasText("Delayed"))
                    .first()
                    .click();
            assertThat(page).hasURL(urlOf(id));
        }
    }

    @Test
    void aJobOfAnyIdIsPutByHand() {
        String id = ID + " by hand";
        SEEDED.console().call("PUT", "/v1/tubes/ids", "{}");
        Page page = SEEDED.at(BROWSERS, "/tubes/ids");
        button(page, "Put job").click();
        page.getByLabel("Id", new Page.GetByLabelOptions().setExact(true)).fill(id);
        inDialog(page, "Put job").click();
        assertThat(page).hasURL(urlOf(id));
        SEEDED.console().call("GET", "/v1" + path(id), "").is(200);
    }
}
