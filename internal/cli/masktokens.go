package cli

import (
	"strings"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/internal/present"
	"github.com/toolspeak/toolspeak/internal/tokens"
)

// betweenTokens stands between the tokens of a text.
const betweenTokens = "¦"

// showTokens cuts the pieces of a message at its tokens. One of which a character is not
// trained is shown as not trained, as trainers take it.
func showTokens(m *present.MaskedMessage, t *tokens.Tokenizer) {
	var text strings.Builder
	for _, p := range m.Pieces {
		text.WriteString(p.Text)
	}
	all := text.String()
	lengths, same := t.Cut(all)
	if !same {
		return
	}
	var pieces []present.MaskedPiece
	piece, end := 0, 0 // the piece that a character is in, and where it ends
	if len(m.Pieces) > 0 {
		end = len(m.Pieces[0].Text)
	}
	for from, at, i := 0, 0, 0; i < len(lengths); i++ {
		if at += lengths[i]; at < len(all) && !utf8.RuneStart(all[at]) || at == from {
			continue // a part of a character
		}
		trained := true
		for pos := from; pos < at; {
			for pos >= end {
				piece++
				end += len(m.Pieces[piece].Text)
			}
			trained = trained && m.Pieces[piece].Trained
			pos = min(at, end)
		}
		token := all[from:at]
		if last := len(pieces) - 1; last >= 0 && pieces[last].Trained == trained {
			pieces[last].Text += betweenTokens + token
		} else {
			pieces = append(pieces, present.MaskedPiece{Text: token, Trained: trained})
		}
		from = at
	}
	m.Pieces = pieces
}
