package readers

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"sort"
	"testing"

	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/ir"
)

// publicCase is a case of a public parser's test suite.
type publicCase struct {
	ID, Format, Text string
	Tools            json.RawMessage
	Partial          any
	Disputed, Policy any
	Agree            []string `json:"peers_agree"`
	Expected         struct {
		Content string
		Calls   []struct {
			Name      string
			Arguments any
		}
	}
}

// TestPublicCases reads the cases of other parsers' test suites. Where two parsers agree
// with the source and toolspeak does not, the text has a name with a line feed in it.
func TestPublicCases(t *testing.T) {
	path := filepath.Join(os.Getenv("TOOLSPEAK_CORPUS"), "..", "tongues", "cases.jsonl")
	f, err := os.Open(path)
	if os.Getenv("TOOLSPEAK_CORPUS") == "" || err != nil {
		t.Skip("skipped: TOOLSPEAK_CORPUS is not set, or has no cases of public parsers next to it")
	}
	defer f.Close()
	type tally struct{ good, all int }
	counts := map[string]*tally{}
	add := func(key string, good bool) {
		if counts[key] == nil {
			counts[key] = &tally{}
		}
		counts[key].all++
		if good {
			counts[key].good++
		}
	}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var c publicCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		p := page.ByName(c.Format)
		if p == nil {
			t.Errorf("%s: no page", c.Format)
			continue
		}
		var tools *Tools
		if c.Tools != nil {
			if tools, err = ParseTools(c.Tools); err != nil {
				t.Fatal(c.ID, err)
			}
		}
		m := ForPage(p).Read(c.Text, tools)
		good := sameCalls(t, m.Steps, &c)
		kind := "with calls"
		if len(c.Expected.Calls) == 0 {
			kind = "without calls"
		}
		switch {
		case c.Partial != nil || c.Disputed != nil || c.Policy != nil:
			kind += ", partial, disputed or policy"
		default:
			switch len(c.Agree) {
			case 2:
				add(kind+", both peers", good)
			case 1:
				add(kind+", one peer", good)
			default:
				add(kind+", no peer", good)
			}
			if !good {
				got, _ := json.Marshal(m.Steps)
				want, _ := json.Marshal(c.Expected.Calls)
				t.Logf("%s %v\n text %q\n tools %s\n want %s\n got  %s", c.ID, c.Agree, c.Text, bytes.TrimSpace(c.Tools), want, got)
			}
		}
		add(kind, good)
		if len(c.Expected.Calls) > 0 {
			named := len(m.Unread) > 0 || len(m.Repairs) > 0
			for _, s := range m.Steps {
				named = named || s.Kind == ir.Call
			}
			whole := c.Partial == nil && c.Disputed == nil && c.Policy == nil
			if add("with calls, read or named", named); !named && whole && ForPage(p).Marked() {
				t.Errorf("%s: the call is neither read nor named: %q", c.ID, c.Text)
			}
		}
	}
	for kind, least := range map[string]int{"with calls, both peers": 388, "with calls, one peer": 144, "with calls, no peer": 77, "without calls, both peers": 78} {
		if counts[kind] == nil || counts[kind].good < least {
			t.Errorf("%s: %v, expected at least %d", kind, counts[kind], least)
		}
	}
	var keys []string
	for k := range counts {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		t.Logf("%-50s %d of %d", k, counts[k].good, counts[k].all)
	}
}

// sameCalls reports whether the steps' calls are those of the case.
func sameCalls(t *testing.T, steps []ir.Step, c *publicCase) bool {
	n := 0
	for _, s := range steps {
		if s.Kind != ir.Call {
			continue
		}
		if n == len(c.Expected.Calls) || s.Tool.String() != c.Expected.Calls[n].Name {
			return false
		}
		var args any
		if s.Args.Form == ir.PlainText {
			args = s.Args.Raw.String()
		} else if err := json.Unmarshal([]byte(s.Args.Value.String()), &args); err != nil {
			t.Fatalf("%s: arguments are no JSON: %s", c.ID, s.Args.Value.String())
		}
		want := c.Expected.Calls[n].Arguments
		if want == nil {
			want = map[string]any{}
		}
		if !reflect.DeepEqual(args, want) {
			return false
		}
		n++
	}
	return n == len(c.Expected.Calls)
}
