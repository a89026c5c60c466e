-- The first and the last day on which a promo code may be used, each included, in the zone of the registration's city;
-- null: no bound. The check is validated at once: every row of before has neither.
alter table promo_codes
  add column valid_from date,
  add column valid_through date,
  add constraint promo_days_in_order check (valid_from <= valid_through);
