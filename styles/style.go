// Package styles says what a prompt style is, as data: a page with a pattern for each kind of
// step, which readers and emitters share.
package styles

import (
	"slices"

	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/ir"
)

// Style is one way of writing steps as text: a page whose steps begin at line starts.
type Style struct {
	// Page describes the style, and Shape is what its patterns are made of. They are not to be
	// changed.
	*page.Page
	page.Shape

	// file and text are the name of the file that it was read from and what is in it.
	file string
	text []byte
	// checked: Parse made it, or it is built in.
	checked bool
}

// ThoughtNeeded reports whether the format instructions demand a thought before a step of
// kind k.
func (s *Style) ThoughtNeeded(k ir.Kind) bool {
	return k == ir.Call && slices.Contains(s.Wants, "call") || k == ir.Answer && slices.Contains(s.Wants, "answer")
}

// OfPage returns the page as a style, for what is said of it by its name: nothing is read or written
// by it unless it is one of All.
func OfPage(p *page.Page) *Style { return newStyle(p) }

// newStyle returns the style of a page that has no fault.
func newStyle(p *page.Page) *Style { return &Style{Page: p, Shape: p.Shape(), checked: true} }
