package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/worker"
	"github.com/toolspeak/toolspeak/prompts"
	"github.com/toolspeak/toolspeak/styles"
	"github.com/toolspeak/toolspeak/styles/check"
	"github.com/toolspeak/toolspeak/train"
)

// options are those of the command, by the names of its flags: a test compares them.
// A flag that names a file has the text of the file here.
type options struct {
	From          string                `json:"from"`
	To            string                `json:"to"`
	Layout        string                `json:"layout"`
	Field         []string              `json:"field"`
	StyleFile     []string              `json:"style-file"`
	OutLayout     string                `json:"out-layout"`
	KeepOriginal  bool                  `json:"keep-original"`
	Carry         dataset.Carry         `json:"carry"`
	Train         train.Policy          `json:"train"`
	Strict        any                   `json:"strict"`
	Repair        convert.Repair        `json:"repair"`
	Plain         convert.Unmarked      `json:"plain"`
	Invented      convert.Invented      `json:"invented"`
	XMLEntities   convert.XMLEntities   `json:"xml-entities"`
	Observations  convert.Observations  `json:"observations"`
	Residue       convert.Residue       `json:"residue"`
	AssumeOutcome convert.AssumeOutcome `json:"assume-outcome"`
	Thoughts      convert.Thoughts      `json:"thoughts"`
	Parallel      convert.Parallel      `json:"parallel"`
	Arguments     convert.Arguments     `json:"arguments"`
	StopText      string                `json:"stop-text"`
	ReadBack      convert.ReadBack      `json:"read-back"`
	NoVerify      bool                  `json:"no-verify"`
	Prompt        string                `json:"prompt"`
	PromptFrom    string                `json:"prompt-from"`
	PromptTo      string                `json:"prompt-to"`
	ToolList      string                `json:"tool-list"`
	Diagnostics   bool                  `json:"diagnostics"`
}

// configure makes an engine of a client's options.
func configure(raw []byte) (config worker.Config, err error) {
	var o options
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&o); err != nil {
		return config, fmt.Errorf("the options: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	if o.To == "" {
		return config, errors.New(`the option "to" is missing: it is the style or shape to write`)
	}
	opts, err := o.conversion()
	if err != nil {
		return config, err
	}
	config.Engine, err = dataset.New(opts)
	config.Workers, config.Diagnostics = 1, o.Diagnostics
	return config, err
}

// conversion returns the options as the library has them.
func (o *options) conversion() (opts dataset.Options, err error) {
	opts = dataset.Options{
		Fields: o.Field, KeepOriginal: o.KeepOriginal, Carry: o.Carry, Train: o.Train,
		Options: convert.Options{
			From: o.From, To: o.To, Repair: o.Repair, Plain: o.Plain, Invented: o.Invented, XMLEntities: o.XMLEntities,
			Observations: o.Observations, AssumeOutcome: o.AssumeOutcome, Thoughts: o.Thoughts, Parallel: o.Parallel,
			Residue: o.Residue, Arguments: o.Arguments, StopText: o.StopText, ReadBack: o.ReadBack, SkipVerify: o.NoVerify,
		},
	}
	var style *styles.Style
	for i, file := range o.StyleFile {
		if style, err = styles.Parse([]byte(file), fmt.Sprintf("style file %d", i+1)); err != nil {
			return opts, err
		}
		if err = check.Style(style); err != nil {
			return opts, err
		}
		opts.Styles = append(opts.Styles, style)
	}
	switch strict := o.Strict.(type) {
	case nil:
	case bool:
		if strict {
			opts.Strict = convert.StrictLosses
		}
	default:
		opts.Strict = convert.Strict(fmt.Sprint(strict))
	}
	opts.Layout, opts.OutLayout = layout(o.Layout), layout(o.OutLayout)
	opts.Prompts, err = o.prompts()
	return opts, err
}

// prompts returns the options that say what becomes of system prompts.
func (o *options) prompts() (opts prompts.Options, err error) {
	if opts.Mode, err = prompts.ParseMode(or(o.Prompt, string(prompts.ModeAuto))); err != nil {
		return opts, err
	}
	if opts.Form, err = prompts.ParseForm(o.ToolList); o.ToolList != "" && err != nil {
		return opts, err
	}
	for _, t := range []struct {
		to  **prompts.Template
		src string
	}{{&opts.From, o.PromptFrom}, {&opts.To, o.PromptTo}} {
		if t.src == "" {
			continue
		}
		if *t.to, err = prompts.ParseTemplate(t.src); err != nil {
			return opts, fmt.Errorf("template, %w", err)
		}
	}
	return opts, nil
}

// layout returns the layout of that name, which dataset.New checks.
func layout(name string) dataset.Layout {
	if name == dataset.LayoutAuto.String() {
		return dataset.LayoutAuto
	}
	return dataset.Layout(name)
}

func or(value, otherwise string) string {
	if value == "" {
		return otherwise
	}
	return value
}
