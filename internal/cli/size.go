package cli

import (
	"math"
	"strconv"
	"strings"

	"github.com/toolspeak/toolspeak/dataset"
)

// parseSize reads a number of bytes: 4096, 64KiB, 64MiB, 2GiB, or K, M and G for
// short.
func parseSize(flag, s string) (int64, error) {
	digits := strings.TrimRight(s, "KMGiB")
	factor := int64(1)
	switch unit := s[len(digits):]; unit {
	case "", "B":
	case "K", "KiB":
		factor = 1 << 10
	case "M", "MiB":
		factor = 1 << 20
	case "G", "GiB":
		factor = 1 << 30
	default:
		return 0, sizeError(flag, s)
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 1 || n > math.MaxInt64/factor {
		return 0, sizeError(flag, s)
	}
	return n * factor, nil
}

func sizeError(flag, s string) error {
	return usagef("--%s %q: expected a number of bytes such as 4096, 512KiB, 64MiB or 2GiB", flag, s)
}

// parseMaxRejects reads how many rejects are too many: a number, or a share in
// percent.
func parseMaxRejects(s string) (*dataset.RejectLimit, error) {
	var m dataset.RejectLimit
	var err error
	if digits, ok := strings.CutSuffix(s, "%"); ok {
		m.Percent, err = strconv.ParseFloat(digits, 64)
		if err == nil && m.Percent > 0 && m.Percent <= 100 {
			return &m, nil
		}
	} else if m.Count, err = strconv.Atoi(s); err == nil && m.Count >= 0 {
		return &m, nil
	}
	return nil, usagef("--max-rejects %q: expected a number of records such as 100, or a share of them such as 0.5%%", s)
}

// parseShare reads a share in percent: 1% or 1.
func parseShare(flag, s string) (float64, error) {
	share, err := strconv.ParseFloat(strings.TrimSuffix(s, "%"), 64)
	if err != nil || !(share > 0 && share <= 100) {
		return 0, usagef("--%s %q: expected a share in percent, more than 0 and at most 100, such as 1%% or 0.5%%", flag, s)
	}
	return share, nil
}
