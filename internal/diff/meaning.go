package diff

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/clip"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// Aspect says in what two records differ.
type Aspect string

// The aspects.
const (
	// DiffersAlone: the other data set has no such record.
	DiffersAlone Aspect = "alone"
	// DiffersUnread: a record could not be read, so that its meaning is not known.
	DiffersUnread Aspect = "unreadable"
	// DiffersCount: the records have different numbers of transcripts or
	// alternatives, or one transcript ends before the other.
	DiffersCount Aspect = "count"
	// The others are about one step, or the system prompt.
	DiffersKind     Aspect = "kind"
	DiffersRole     Aspect = "role"
	DiffersText     Aspect = "text"
	DiffersTool     Aspect = "tool"
	DiffersArgument Aspect = "argument"
	DiffersOutcome  Aspect = "outcome"
	DiffersFailed   Aspect = "failed"
	DiffersSystem   Aspect = "system"
)

// unlike is where two transcripts differ first, and how.
type unlike struct {
	step int
	kind ir.Kind
	what Aspect
	path string // in an argument
	a, b string
}

// unlikeTranscripts finds the first step in which two transcripts do not mean the same.
// Whatever a style dictates is no meaning: fixed sentences, the form of an argument, the
// message and the role of a result, how an answer is marked.
func (c *Comparer) unlikeTranscripts(a, b *ir.Transcript) *unlike {
	if u := c.unlikeSteps(a.Steps, b.Steps); u != nil {
		return u
	}
	if len(a.Alternatives) != len(b.Alternatives) {
		return &unlike{what: DiffersCount, a: clip.Counted(len(a.Alternatives), "alternative"), b: clip.Counted(len(b.Alternatives), "alternative")}
	}
	for i := range a.Alternatives {
		if u := c.unlikeSteps(a.Alternatives[i], b.Alternatives[i]); u != nil {
			u.step += len(a.Steps)
			return u
		}
	}
	return nil
}

// unlikeSteps compares steps, of which those that are fixed sentences are passed over.
// The number of a step is that in a or, after the end of a, in b.
func (c *Comparer) unlikeSteps(a, b []ir.Step) *unlike {
	for i, k := 0, 0; ; i, k = i+1, k+1 {
		i, k = c.meaningful(a, i), c.meaningful(b, k)
		switch {
		case i == len(a) && k == len(b):
			return nil
		case i == len(a):
			return &unlike{step: k + 1, kind: b[k].Kind, what: DiffersCount, a: "the end", b: sketch(&b[k])}
		case k == len(b):
			return &unlike{step: i + 1, kind: a[i].Kind, what: DiffersCount, a: sketch(&a[i]), b: "the end"}
		}
		u := unlikeStep(&a[i], &b[k])
		if u == nil && c.failed(a, i) != c.failed(b, k) {
			u = &unlike{what: DiffersOutcome, a: outcomeWords(c.failed(a, i)), b: outcomeWords(c.failed(b, k))}
		}
		if u != nil {
			u.step, u.kind = i+1, a[i].Kind
			return u
		}
	}
}

// meaningful returns the index of the first step from i on that is no fixed sentence.
func (c *Comparer) meaningful(steps []ir.Step, i int) int {
	for i < len(steps) && steps[i].Kind == ir.Thought && c.isFixed(&steps[i]) {
		i++
	}
	return i
}

// isFixed reports whether a thought is a fixed sentence, of its own style or of
// another: a style without a sentence for the meaning may keep the words.
func (c *Comparer) isFixed(s *ir.Step) bool {
	return s.FixedSentence != ir.NoSentence || c.meaningOf(s) != ir.NoSentence
}

// meaningOf returns the meaning of the words of a thought that are a fixed sentence of
// some style.
func (c *Comparer) meaningOf(s *ir.Step) ir.FixedSentence {
	for _, f := range c.fixed {
		if text.EqualString(s.Text, f.words) {
			return f.meaning
		}
	}
	return ir.NoSentence
}

// failed reports whether an answer says that it is none: most styles can't say the
// opposite, some say it with a fixed sentence before it.
func (c *Comparer) failed(steps []ir.Step, i int) bool {
	if steps[i].Outcome != ir.Unknown || i == 0 || steps[i].Kind != ir.Answer {
		return steps[i].Outcome == ir.Failure
	}
	before := &steps[i-1]
	return before.Kind == ir.Thought && (before.FixedSentence == ir.CannotAnswer || c.meaningOf(before) == ir.CannotAnswer)
}

func unlikeStep(a, b *ir.Step) *unlike {
	says := func(what Aspect, x, y string) *unlike { return &unlike{what: what, a: x, b: y} }
	switch {
	case a.Kind != b.Kind:
		return says(DiffersKind, sketch(a), sketch(b))
	case !text.Equal(a.Tool, b.Tool):
		return says(DiffersTool, fmt.Sprintf("%q", a.Tool), fmt.Sprintf("%q", b.Tool))
	case !text.Equal(a.Text, b.Text):
		x, y := around(a.Text.String(), b.Text.String())
		return says(DiffersText, x, y)
	case a.Role != b.Role && (a.Kind == ir.User || a.Kind == ir.Prose):
		return says(DiffersRole, a.Role.String(), b.Role.String())
	case a.Failed != b.Failed:
		return says(DiffersFailed, fmt.Sprint(a.Failed), fmt.Sprint(b.Failed))
	case a.Kind == ir.Call:
		return unlikeArgs(a.Args, b.Args)
	}
	return nil
}

// unlikeArgs compares two arguments by the JSON that they mean, where they mean any.
func unlikeArgs(a, b ir.Args) *unlike {
	x, y := meantBy(a), meantBy(b)
	if x.Form == y.Form && ir.EqualArgs(x, y) {
		return nil
	}
	was, is := x.Raw.String(), y.Raw.String()
	u := &unlike{what: DiffersArgument}
	u.path = unlikePath(was, is)
	start := startOf(was, is)
	u.a, u.b = piece(was, start), piece(is, start)
	return u
}

// meantBy returns an argument that is a Python literal as the JSON that it means.
func meantBy(a ir.Args) ir.Args {
	if a.Form == ir.Python && !a.Value.Empty() {
		return ir.Args{Form: ir.JSON, Raw: a.Value, Value: a.Value}
	}
	return a
}

// unlikePath returns the JSON pointer of the first value in which two values differ, or
// "" where it is not known.
func unlikePath(a, b string) string {
	x, y := json.NewDecoder(strings.NewReader(a)), json.NewDecoder(strings.NewReader(b))
	x.UseNumber()
	y.UseNumber()
	var path pointer
	for {
		s, errA := x.Token()
		t, errB := y.Token()
		if errors.Is(errA, io.EOF) || errors.Is(errB, io.EOF) {
			return ""
		}
		if errA != nil || errB != nil || s != t {
			return path.String()
		}
		path.token(s)
	}
}

// pointer follows the tokens of a JSON value.
type pointer struct{ levels []level }

// level is an object or an array that is open.
type level struct {
	array bool
	key   string
	named bool // key is that of the value that comes next
	n     int
}

func (p *pointer) token(t json.Token) {
	top := len(p.levels) - 1
	switch t {
	case json.Delim('{'), json.Delim('['):
		p.levels = append(p.levels, level{array: t == json.Delim('[')})
		return
	case json.Delim('}'), json.Delim(']'):
		p.levels = p.levels[:top]
		top--
	default:
		if top >= 0 && !p.levels[top].array && !p.levels[top].named {
			p.levels[top].key, p.levels[top].named = fmt.Sprint(t), true
			return
		}
	}
	if top >= 0 {
		p.levels[top].n++
		p.levels[top].named = false
	}
}

// String returns the pointer to the value that is read.
func (p *pointer) String() string {
	var b strings.Builder
	for _, l := range p.levels {
		switch {
		case l.array:
			fmt.Fprintf(&b, "/%d", l.n)
		case l.named:
			b.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(l.key))
		}
	}
	return b.String()
}

func outcomeWords(failed bool) string {
	if failed {
		return "the task was not solved"
	}
	return "it says nothing of a failure"
}

// sketch says in a few words what a step is.
func sketch(s *ir.Step) string {
	if s.Kind == ir.Call {
		return fmt.Sprintf("call of %s", inQuotes(s.Tool.String(), 0))
	}
	return fmt.Sprintf("%s %s", s.Kind, inQuotes(s.Text.String(), 0))
}

// around returns the pieces of two texts around the first character in which they
// differ, in quotes.
func around(a, b string) (string, string) {
	start := startOf(a, b)
	return inQuotes(a, start), inQuotes(b, start)
}

// startOf returns where the pieces begin.
func startOf(a, b string) int {
	const before = 24
	if max(len(a), len(b)) <= mostShown {
		return 0
	}
	same := 0
	for same < len(a) && same < len(b) && a[same] == b[same] {
		same++
	}
	start := max(0, same-before)
	for start > 0 && !utf8.RuneStart(a[start]) {
		start--
	}
	return start
}

// inQuotes returns the beginning of s from start on, in quotes, with dots where it was cut.
func inQuotes(s string, start int) string {
	front, words, back := cutOut(s, start)
	return front + strconv.Quote(words) + back
}

// piece is inQuotes for an argument, which has quotes enough.
func piece(s string, start int) string {
	front, words, back := cutOut(s, start)
	return front + strings.ToValidUTF8(words, "\ufffd") + back
}

// mostShown is how many characters are shown of a text.
const mostShown = 72

// cutOut returns the beginning of s from start on, with dots where it was cut.
func cutOut(s string, start int) (front, words, back string) {
	words, more := clip.Head(s[start:], mostShown)
	if more {
		back = "…"
	}
	if start > 0 {
		front = "…"
	}
	return front, words, back
}

// unlikeReadings finds the first difference of two records that were read.
func (c *Comparer) unlikeReadings(a, b []dataset.Reading) (transcript int, u *unlike) {
	if len(a) != len(b) {
		return 0, &unlike{what: DiffersCount, a: clip.Counted(len(a), "transcript"), b: clip.Counted(len(b), "transcript")}
	}
	for i := range a {
		u := c.unlikeTranscripts(&a[i].Transcript, &b[i].Transcript)
		if u == nil && c.opts.System {
			u = unlikeSystem(a[i].System, b[i].System)
		}
		if u != nil {
			return i + 1, u
		}
	}
	return 0, nil
}

func unlikeSystem(a, b *ir.System) *unlike {
	switch {
	case a == nil && b == nil || a != nil && b != nil && text.Equal(a.Text, b.Text):
		return nil
	case a == nil:
		return &unlike{what: DiffersSystem, a: "no system prompt", b: inQuotes(b.Text.String(), 0)}
	case b == nil:
		return &unlike{what: DiffersSystem, a: inQuotes(a.Text.String(), 0), b: "no system prompt"}
	}
	u := &unlike{what: DiffersSystem}
	u.a, u.b = around(a.Text.String(), b.Text.String())
	return u
}
