// Loaded before a process's own code: its clock is off by SVC_CLOCK_OFF_MS, as that of a host may be.
const off = Number(process.env.SVC_CLOCK_OFF_MS);
const RealDate = Date;

class OffDate extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + off);
    else super(...parts);
  }

  static now() {
    return RealDate.now() + off;
  }
}

globalThis.Date = OffDate;
