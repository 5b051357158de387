package view

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// chromium is the real browser of all tests, which the first one starts.
var chromium struct {
	once sync.Once
	ctx  context.Context
	err  error
	stop context.CancelFunc
}

func TestMain(m *testing.M) {
	code := m.Run()
	if chromium.stop != nil {
		chromium.stop()
	}
	os.Exit(code)
}

func startChromium() {
	name := ""
	for _, n := range []string{"chromium", "chromium-browser", "google-chrome", "headless-shell"} {
		if found, err := exec.LookPath(n); err == nil {
			name = found
			break
		}
	}
	if name == "" {
		chromium.err = errors.New("there is no Chromium")
		return
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(name), chromedp.NoSandbox, chromedp.WindowSize(1280, 900))
	ctx, stopProcess := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, closeIt := chromedp.NewContext(ctx)
	chromium.ctx, chromium.stop = ctx, func() { closeIt(); stopProcess() }
	if err := chromedp.Run(ctx); err != nil {
		chromium.err = fmt.Errorf("%s does not start: %w", name, err)
	}
}

// browser opens a page of a server in a tab of a real browser, or skips the test where
// there is none.
func browser(t *testing.T, s *Server, path string) context.Context {
	t.Helper()
	chromium.once.Do(startChromium)
	if chromium.err != nil {
		t.Skip(chromium.err)
	}
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	ctx, stop := chromedp.NewContext(chromium.ctx)
	t.Cleanup(stop)
	ctx, stop = context.WithTimeout(ctx, 3*time.Minute)
	t.Cleanup(stop)
	require.NoError(t, chromedp.Run(ctx, chromedp.Navigate(web.URL+s.Path()+path), chromedp.WaitVisible(`body[data-ready]`, chromedp.ByQuery)))
	return ctx
}

// becomes waits until an expression is true on the page.
func becomes(t *testing.T, ctx context.Context, expression string) {
	t.Helper()
	var ok bool
	err := chromedp.Run(ctx, chromedp.Poll(expression, &ok, chromedp.WithPollingTimeout(time.Minute)))
	require.NoError(t, err, expression)
}

func evaluated[T any](t *testing.T, ctx context.Context, expression string) (value T) {
	t.Helper()
	require.NoError(t, chromedp.Run(ctx, chromedp.Evaluate(expression, &value)), expression)
	return value
}

// A person searches, filters, opens, chooses a target, sees a loss at its characters,
// uses keys and a link.
func TestBrowser(t *testing.T) {
	var lines []string
	for i := range 2_000 {
		said := "Thought: I can answer without using any more tools.\nAnswer: " + fmt.Sprint(i)
		if i%100 == 7 {
			said = "Thought: a\nAction: clock\nAction Input: {'n': " + fmt.Sprint(i) + "}"
		}
		lines = append(lines, chat(fmt.Sprint("question number ", i, "?"), said))
	}
	s := served(t, lines...)
	ctx := browser(t, s, "")
	becomes(t, ctx, `document.querySelectorAll("#rows a").length === 100`)

	// Search.
	require.NoError(t, chromedp.Run(ctx, chromedp.KeyEvent("/")))
	becomes(t, ctx, `document.activeElement.id === "q"`)
	evaluated[any](t, ctx, `{ const q = document.getElementById("q"); q.value = "number 1907?"; q.dispatchEvent(new Event("input")); } 0`)
	becomes(t, ctx, `document.querySelectorAll("#rows a").length === 1 && document.querySelector("#rows a").textContent.includes("number 1907?")`)

	// Filter.
	evaluated[any](t, ctx, `document.getElementById("filters").open = true; location.hash = "#tool=clock"; 0`)
	becomes(t, ctx, `document.querySelectorAll("#rows a").length === 20`)

	// Keys open records; the address says which.
	evaluated[any](t, ctx, `document.activeElement.blur(); 0`)
	require.NoError(t, chromedp.Run(ctx, chromedp.KeyEvent("j"), chromedp.KeyEvent("j")))
	becomes(t, ctx, `location.hash.includes("n=107") && document.getElementById("name").textContent === "data.jsonl:108"`)
	becomes(t, ctx, `document.querySelector(".step.call .tool").textContent === "clock"`)
	require.NoError(t, chromedp.Run(ctx, chromedp.KeyEvent("k")))
	becomes(t, ctx, `document.getElementById("name").textContent === "data.jsonl:8"`)

	// A target: the repair is at its characters.
	evaluated[any](t, ctx, `{ const to = document.getElementById("to"); to.value = "xml"; to.dispatchEvent(new Event("change")); } 0`)
	becomes(t, ctx, `document.querySelector("mark.repair")?.textContent === "{'n': 7}"`)
	becomes(t, ctx, `document.querySelector("p.note.repair").textContent.includes("python-args")`)
	becomes(t, ctx, `[...document.querySelectorAll(".side pre")].some((p) => p.textContent.includes("<tool_use>"))`)

	// A link leads to a record and a loss.
	evaluated[any](t, ctx, `location.hash = "#n=3&to=xml"; 0`)
	becomes(t, ctx, `document.querySelector("mark.loss")?.textContent === "Answer: 3"`)
	becomes(t, ctx, `document.querySelector("p.note.loss").textContent.includes("outcome-dropped")`)

	// Help.
	require.NoError(t, chromedp.Run(ctx, chromedp.KeyEvent("?")))
	becomes(t, ctx, `document.getElementById("help").open`)
}

// What is in a record is text on the page.
func TestBrowserHostile(t *testing.T) {
	const hostile = `</script><script>document.title = "owned"</script><img src=x onerror="document.title = 'owned'"> <a href="javascript:alert(1)">x</a> ` + "\u202egnp\u202c \x1b[31m"
	s := served(t, chat(hostile, "Thought: "+hostile+"\nAction: "+`<b>f</b>`+"\nAction Input: {\"a\": \"<i>\"}"), chat("long", "Answer: "+strings.Repeat("word ", 200_000)))
	for _, path := range []string{"#n=0", "#n=0&to=xml"} {
		ctx := browser(t, s, path)
		becomes(t, ctx, `document.querySelectorAll("#record pre").length > 1`)
		require.Zero(t, evaluated[int](t, ctx, `document.querySelectorAll("#record script, #record img, #record a, #record b, #record i, #rows img, #rows script").length`))
		require.NotEqual(t, "owned", evaluated[string](t, ctx, `document.title`))
		require.True(t, evaluated[bool](t, ctx, `document.body.innerText.includes("\\u202egnp") && !document.body.innerText.includes("\u202e")`))
	}
	ctx := browser(t, s, "#n=1")
	becomes(t, ctx, `document.querySelectorAll("#record pre").length > 1`)
	require.Less(t, evaluated[int](t, ctx, `document.getElementById("record").innerText.length`), 10_000, "a long text is folded")
}

// The playground shows what the converter writes.
func TestBrowserPlayground(t *testing.T) {
	ctx := browser(t, served(t), "playground/")
	becomes(t, ctx, `document.getElementById("out").value.includes("<tool_use>")`)
	becomes(t, ctx, `document.querySelector("mark.repair") !== null`)
	evaluated[any](t, ctx, `{ const to = document.getElementById("to"); to.value = "tao"; to.dispatchEvent(new Event("change")); } 0`)
	becomes(t, ctx, `document.getElementById("out").value.includes("Successful: True")`)
}

// TestBrowserAccessible asks axe-core for faults.
func TestBrowserAccessible(t *testing.T) {
	path := os.Getenv("TOOLSPEAK_AXE")
	if path == "" {
		t.Skip("TOOLSPEAK_AXE names axe.min.js")
	}
	axe, err := os.ReadFile(path)
	require.NoError(t, err)
	s := served(t, chat("Tea?", "Thought: a\nAction: search\nAction Input: {'q': 'tea'}"), chat("?", "Thought: I can answer without using any more tools.\nAnswer: b"))
	for _, path := range []string{"", "#n=0", "#n=0&to=xml", "#n=1&to=xml", "playground/"} {
		t.Run(path, func(t *testing.T) {
			ctx := browser(t, s, path)
			evaluated[any](t, ctx, string(axe)+"\n0")
			evaluated[any](t, ctx, `axe.run().then((r) => { window.faults = r.violations.filter((v) => v.impact === "serious" || v.impact === "critical").map((v) => v.id + ": " + v.nodes.map((n) => n.html.slice(0, 120)).join(" | ")); }); 0`)
			becomes(t, ctx, `window.faults !== undefined`)
			require.Empty(t, evaluated[[]string](t, ctx, `window.faults`))
		})
	}
}
