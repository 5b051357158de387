package convert

import (
	"bytes"

	"github.com/toolspeak/toolspeak/internal/dialects"
	"github.com/toolspeak/toolspeak/internal/readers"
	"github.com/toolspeak/toolspeak/ir"
)

// printIn returns what a known program displays in a plain transcript in a way of its own, or nil.
func printIn(in *ir.Conversation) *dialects.Print {
	if !in.Flat || len(in.Weights) > 0 || in.Foreign != "" {
		return nil
	}
	return dialects.OfPrint(in.Text.B, func(line string) bool { return readers.IsSpoken(line) || readers.IsBanner(line) })
}

// readPrint reads what a program displays. What it did within a tool is left out.
func (c *Converter) readPrint(out *Output, in *ir.Conversation, p *dialects.Print) error {
	out.Style, out.Read = p.Steps.Shape, p.Steps
	out.Read.Shape = ""
	at, line := 0, 1
	for i := range out.Read.Steps {
		s := &out.Read.Steps[i]
		for ; p.Placed && line < s.Pos.Offset; line++ {
			at += bytes.IndexByte(in.Text.B[at:], '\n') + 1
		}
		s.Pos.Offset = at
		if s.Pos.Message = 0; s.Kind == ir.Observation { // as in other plain transcripts
			s.Role, s.Bare = ir.RoleUser, false
		}
	}
	said := append([]ir.Diagnostic{framedLines(p.Lines, p.First)}, p.Notes...)
	for i := range p.Inner {
		var n [ir.NumKinds]int
		for _, s := range p.Inner[i].Steps.Steps {
			n[s.Kind]++
		}
		d := readers.NestedRun(n[ir.Call], n[ir.Observation], n[ir.Answer])
		d.Pos = ir.Place{Line: 1, Column: 1}
		said = append(said, d)
	}
	for i := range said {
		said[i].Message = 1
	}
	err := c.repairArgs(out.Read.Steps, &said)
	if err == nil {
		err = c.refused(said)
	}
	if err != nil {
		out.Diagnostics = append(out.diags[:0], said...)
		return err
	}
	return c.consult(out, in, &in.Context, said)
}
