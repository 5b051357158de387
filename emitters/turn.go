package emitters

import (
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// AppendTurn appends to dst the canonical text of a turn, as the inside of a JSON
// string. The style is one of which styles.Style.Lean tells that frames are
// enough, and no line of the turn's texts begins with one of its markers.
func AppendTurn(dst []byte, s *styles.Style, t *ir.Turn) []byte {
	f := s.Frames()
	switch t.Kind {
	case ir.Observation:
		if s.Family == styles.Markers {
			dst = append(dst, f.Observation.Of(true)...)
			return append(dst, t.Words...)
		}
		dst = append(dst, f.ResultOpen.Of(true)...)
		dst = append(dst, t.Tool...)
		dst = append(dst, f.OutputOpen.Of(true)...)
		dst = append(dst, t.Words...)
		return append(dst, f.OutputClose.Of(true)...)
	case ir.Call, ir.Answer:
		if len(t.Thought) > 0 {
			dst = append(dst, f.Thought.Of(true)...)
			dst = append(dst, t.Thought...)
			dst = append(dst, parting(s).Of(true)...)
		}
	default:
		return append(dst, t.Words...)
	}
	if t.Kind == ir.Answer {
		dst = append(dst, f.Answer.Of(true)...)
		dst = append(dst, t.Words...)
		if s.Says == styles.ByLine {
			dst = append(dst, f.Said(t.Outcome).Of(true)...)
		}
		return append(dst, f.AnswerClose.Of(true)...)
	}
	dst = append(dst, f.CallOpen.Of(true)...)
	if s.Blob() {
		dst = append(append(append(dst, `\"`...), t.Tool...), `\"`...)
	} else {
		dst = append(dst, t.Tool...)
	}
	dst = append(dst, f.CallArgs.Of(true)...)
	dst = append(dst, t.Words...)
	return append(dst, f.CallClose.Of(true)...)
}

// parting is what stands between a thought and what follows it.
func parting(s *styles.Style) styles.Frame {
	if s.Family == styles.Tags {
		return s.Frames().Blank
	}
	return s.Frames().Between
}
