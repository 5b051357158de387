package grammar

import (
	"strings"

	"github.com/toolspeak/toolspeak/internal/page"
)

// Piece is a part of a pattern that is written: a literal, or the name of a hole.
type Piece struct {
	Literal string
	Hole    string
	// Line means that the hole begins a line.
	Line bool
}

// Patterns are those by which a style is written.
type Patterns struct {
	// A Failed result is one whose call failed. Without Thought or Answer, it is prose.
	Thought, Call, Answer, Result, Failed []Piece
	// Gap separates steps of one message of the model, Between those of a plain
	// transcript, and Blank those of other messages.
	Gap, Between, Blank string
	// The role lines of plain transcripts.
	System, User, Assistant string
}

func newPatterns(p *page.Page) Patterns {
	f := Patterns{
		Call: pieces(p.WrittenCall()), Answer: pieces(p.WrittenAnswer()), Result: pieces(p.WrittenResult(false)), Failed: pieces(p.WrittenResult(true)),
		Gap: p.Gap, Between: "\n", Blank: "\n\n",
		System: roleLine(MarkSystem), User: roleLine(MarkUser), Assistant: roleLine(MarkAssistant),
	}
	if len(p.Thought) > 0 {
		f.Thought = pieces(p.Thought[0])
	}
	return f
}

func pieces(pattern string) (out []Piece) {
	begins := true
	for _, x := range page.Split(pattern) {
		if x.Hole {
			out = append(out, Piece{Hole: x.Text, Line: begins})
			begins = false
			continue
		}
		out = append(out, Piece{Literal: x.Text})
		begins = strings.HasSuffix(x.Text, "\n")
	}
	return out
}

func roleLine(m Mark) string {
	for _, e := range roleLines {
		if e.Mark == m {
			return e.Text + " "
		}
	}
	return ""
}
