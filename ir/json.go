package ir

import "encoding/json"

// diagnosticJSON is a Diagnostic as the command writes it.
type diagnosticJSON struct {
	Severity  Severity `json:"severity"`
	Code      Code     `json:"code"`
	Message   int      `json:"message"`
	Line      int      `json:"line"`
	Column    int      `json:"column"`
	EndLine   int      `json:"end_line,omitzero"`
	EndColumn int      `json:"end_column,omitzero"`
	Text      string   `json:"text"`
	Fields    Fields   `json:"fields,omitzero"`
	Counted   bool     `json:"counted,omitzero"`
}

// MarshalJSON writes the diagnostic as the command does: severity, code, message,
// line, column, text and, where they are known, end_line, end_column and fields;
// counted tells that it stands for several.
func (d Diagnostic) MarshalJSON() ([]byte, error) {
	return json.Marshal(diagnosticJSON{
		d.Severity, d.Code, d.Message, d.Pos.Line, d.Pos.Column, d.End.Line, d.End.Column, d.Text(), d.Fields, d.Counted(),
	})
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (d *Diagnostic) UnmarshalJSON(b []byte) error {
	var j diagnosticJSON
	if err := json.Unmarshal(b, &j); err != nil {
		return err
	}
	*d = Diagnostic{
		Code: j.Code, Severity: j.Severity, Message: j.Message, Pos: Place{j.Line, j.Column}, End: Place{j.EndLine, j.EndColumn},
		Fields: j.Fields, spoken: asText, words: j.Text,
	}
	if j.Counted {
		d.spoken, d.words = asNumber, ""
	}
	return nil
}
