package cli

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/layouts"
)

// conversionFlags returns the flags that say how records are converted. All
// commands that convert have them.
func conversionFlags() []cli.Flag {
	return append([]cli.Flag{
		&cli.StringFlag{Name: "to", Usage: "the `STYLE` to write"},
		fromFlag(),
		styleFileFlag(),
		layoutFlag(),
		fieldFlag(),
		&cli.StringFlag{Name: "out-layout", Usage: "move transcripts to `LAYOUT`: text, messages, sharegpt or prompt-completion"},
		&cli.StringFlag{Name: "observations", Usage: "`PLACE` results in the role user or tool, or inline in the assistant's text"},
		&cli.StringFlag{Name: "assume-outcome", Usage: "what tao says where the source does not say whether it worked: `OUTCOME` is true, false or reject"},
		&cli.BoolFlag{Name: "keep-original", Usage: "keep the source's transcript in the record, under original_KEY"},
		strictFlag(),
		&cli.BoolFlag{Name: "no-verify", Usage: "do not read back what was written"},
	}, append(repairFlags(), promptFlags()...)...)
}

func fromFlag() cli.Flag {
	return &cli.StringFlag{Name: "from", Value: convert.Auto, Usage: "the `STYLE` to read; auto detects it record by record"}
}

func layoutFlag() cli.Flag {
	return &cli.StringFlag{Name: "layout", Value: "auto", Usage: "where transcripts sit in a record: `LAYOUT` is " + strings.Join(layouts.Names(), ", ")}
}

func fieldFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "field", Usage: "transcripts stand at `PATH`, such as data.turns or 0.text; may be given several times"}
}

// conversionOptions reads the flags of conversionFlags.
func (std streams) conversionOptions(c *cli.Context) (dataset.Options, error) {
	layout, err := layouts.Parse(c.String("layout"))
	if err != nil {
		return dataset.Options{}, explain(err)
	}
	outLayout := layouts.Layout(c.String("out-layout"))
	if outLayout == layouts.Layout(layouts.Auto.String()) {
		outLayout = layouts.Auto
	}
	if outLayout != layouts.Auto && !slices.Contains(layouts.Targets(), string(outLayout)) {
		return dataset.Options{}, explain(&layouts.Error{Name: string(outLayout), Out: true})
	}
	if c.String("to") == "" {
		return dataset.Options{}, usagef("--to STYLE is missing: known are %s", strings.Join(styleNames(), ", "))
	}
	prompt, err := std.promptOptions(c)
	if err != nil {
		return dataset.Options{}, err
	}
	own, err := styleFiles(c)
	if err != nil {
		return dataset.Options{}, err
	}
	opts := dataset.Options{
		Layout: layout, Fields: c.StringSlice("field"), OutLayout: outLayout,
		KeepOriginal: c.Bool("keep-original"),
		Options: convert.Options{
			From: c.String("from"), To: c.String("to"), Observations: convert.Observations(c.String("observations")),
			AssumeOutcome: convert.AssumeOutcome(c.String("assume-outcome")), Strict: strictOf(c), SkipVerify: c.Bool("no-verify"),
			Prompts: prompt, Styles: own,
		},
	}
	fillRepairs(c, &opts.Options)
	return opts, nil
}
