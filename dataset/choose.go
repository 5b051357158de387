package dataset

import "iter"

// Choose yields those of the records that Limit, Sample and Seed take, as a run over
// them would, and counts them in Progress. A fault of a record counts as one.
func (o *RunOptions) Choose(records iter.Seq2[*Record, error]) iter.Seq2[*Record, error] {
	opts := o.pipeline()
	return func(yield func(*Record, error) bool) {
		taken := 0
		for rec, err := range records {
			if rec != nil && !opts.takes(rec.Number) {
				continue
			}
			if rec != nil {
				if taken++; o.Limit > 0 && taken > o.Limit {
					return
				}
				o.Progress.record(false)
			}
			if !yield(rec, err) {
				return
			}
		}
	}
}
