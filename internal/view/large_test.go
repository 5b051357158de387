package view

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/index"
	"github.com/toolspeak/toolspeak/internal/present"
	"github.com/toolspeak/toolspeak/internal/testlong"
)

// repeated is a file that holds the same line so many times, without its memory.
type repeated struct {
	line  string
	times int64
}

func (f repeated) size() int64 { return int64(len(f.line)) * f.times }

// ReadAt reads some of it.
func (f repeated) ReadAt(p []byte, off int64) (n int, err error) {
	for n < len(p) {
		if off >= f.size() {
			return n, io.EOF
		}
		k := copy(p[n:], f.line[off%int64(len(f.line)):])
		n, off = n+k, off+int64(k)
	}
	return n, nil
}

// A large file is opened by finding where its records are, and no more of it is held:
// what is shown is read when it is asked for.
func TestLargeFile(t *testing.T) {
	line := chat("Tea? "+strings.Repeat("and more ", 500), "Thought: a\nAction: search\nAction Input: {\"q\": \"tea\"}") + "\n"
	f := repeated{line, int64(testlong.Size(64<<20, 1<<30) / len(line))}
	opts := dataset.Options{Options: convert.Options{To: "ir"}}
	e, err := dataset.New(opts)
	require.NoError(t, err)
	before := held()
	x, err := index.New(context.Background(), e, "large.jsonl", f, f.size(), nil)
	require.NoError(t, err)
	require.Equal(t, int(f.times), x.Len())
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	s, err := New(ctx, Options{Dataset: opts, Inputs: []*index.Index{x}, Targets: present.Targets()})
	require.NoError(t, err)
	require.Len(t, answer[listAnswer](t, s, "api/list").Rows, maxRows, "the list does not wait for the records to be read")
	last := x.Len() - 1
	for _, n := range []int{0, last / 2, last} {
		c := answer[present.Conversion](t, s, fmt.Sprintf("api/record?n=%d&to=xml", n))
		require.Equal(t, n+1, c.Source.Number)
		require.Equal(t, "xml", c.Target.Style)
		require.Equal(t, strings.TrimSuffix(line, "\n"), request(s, "GET", fmt.Sprintf("%sapi/raw?n=%d", s.Path(), n), "", nil).Body.String())
	}
	stop()
	<-s.Scanned()
	require.Less(t, held()-before, int64(16<<20))
	runtime.KeepAlive(s)
}

// held returns how many bytes are in use.
func held() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// large returns a record with so many calls, and one with a result of a megabyte.
func large(calls int) (steps, result string) {
	type message struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}
	list := []message{{"user", "Many?"}}
	for i := range calls {
		list = append(list, message{"assistant", fmt.Sprintf("Thought: t\nAction: f\nAction Input: {'n': %d}", i)}, message{"user", fmt.Sprint("Observation: ", i)})
	}
	b, _ := json.Marshal(map[string]any{"messages": list}) // strings: it can't fail
	return string(b), chat("Long?", "Thought: a\nAction: f\nAction Input: {}\nObservation: "+strings.Repeat("<b>word</b> ", 100_000))
}

// leftWords says how many steps are left after the first.
func leftWords() string {
	if testlong.On() {
		return "14,701 of 15,001 steps are left"
	}
	return "2,701 of 3,001 steps are left"
}

// What is answered is not many times what the record has.
func TestLargeRecords(t *testing.T) {
	calls := testlong.Size(1_000, 5_000)
	steps, result := large(calls)
	s := served(t, steps, result)
	for n, record := range []string{steps, result} {
		for _, to := range []string{"", "xml", "openai"} {
			w := request(s, "GET", fmt.Sprintf("%sapi/record?n=%d&to=%s", s.Path(), n, to), "", nil)
			require.Equal(t, http.StatusOK, w.Code)
			require.Less(t, w.Body.Len(), 12*len(record), "%d %s", n, to)
		}
	}
	require.Len(t, answer[present.Conversion](t, s, "api/record?n=0").Source.Transcripts[0].Steps, 3*calls+1)
}

// The page shows the beginning of a record of thousands of steps, and more when it is asked
// for; keys and targets work as with any other.
func TestBrowserLarge(t *testing.T) {
	steps, result := large(testlong.Size(1_000, 5_000))
	s := served(t, steps, result, chat("Small?", "Thought: a\nAnswer: b"))
	ctx := browser(t, s, "#n=1")
	becomes(t, ctx, `document.querySelectorAll(".step").length === 300 && document.querySelectorAll("#rows a").length === 3`)
	require.Contains(t, evaluated[string](t, ctx, `[...document.querySelectorAll("#record button")].at(-1).textContent`), leftWords())
	evaluated[any](t, ctx, `[...document.querySelectorAll("#record button")].at(-1).click(); 0`)
	becomes(t, ctx, `document.querySelectorAll(".step").length === 600`)
	evaluated[any](t, ctx, `location.hash = "#n=1&to=xml"; 0`)
	becomes(t, ctx, `document.querySelectorAll(".pair").length === 200 && document.querySelector("mark.repair").textContent === "{'n': 0}"`)
	require.NoError(t, chromedp.Run(ctx, chromedp.KeyEvent("j")))
	becomes(t, ctx, `location.hash.includes("n=2") && document.getElementById("record").innerText.includes("show all")`)
	require.Less(t, evaluated[int](t, ctx, `document.getElementById("record").innerText.length`), 40_000)
	require.NoError(t, chromedp.Run(ctx, chromedp.KeyEvent("j")))
	becomes(t, ctx, `document.getElementById("name").textContent === "data.jsonl:3"`)
}
