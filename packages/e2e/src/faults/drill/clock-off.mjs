// Preloaded into a process: shifts its clock by SVC_CLOCK_OFF_MS.
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
